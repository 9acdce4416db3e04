import type { CreatorSearch } from '@reelfair/contracts'
import { Button } from '@reelfair/ui'
import Bookmark from 'lucide-react/icons/bookmark'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { FilterFields, UsernameFilter } from './filter-form.tsx'
import { useText } from './messages/index.ts'
import { useSavedSearches } from './queries.ts'
import { countFilters, type Filters } from './search-address.ts'
import { SetFilters } from './set-filters.tsx'

const FiltersSheet = lazy(async () => ({ default: (await import('./filter-sheets.tsx')).FiltersSheet }))
const SavedSheet = lazy(async () => ({ default: (await import('./filter-sheets.tsx')).SavedSheet }))

interface FilterPanelProps {
  readonly search: CreatorSearch
  readonly onSearch: (search: CreatorSearch) => void
  /** Beside the number of active filters. */
  readonly children: ReactNode
}

/** On phones, only the username and the set filters are on the page; the other fields are in a sheet. */
export function FilterPanel({ search, onSearch, children }: FilterPanelProps) {
  const { t } = useText()
  const [sheet, setSheet] = useState<'filters' | 'saved'>()
  const { sort, order, ...filters } = search
  const set = countFilters(filters)
  const change = (changed: Partial<Filters>) => onSearch({ ...filters, ...changed, sort, order })
  const clear = () => onSearch({ sort, order })
  const close = () => setSheet(undefined)
  const saved = useSavedSearches().data?.items.length ?? 0
  return (
    <search className="brand-filters">
      <div className="brand-filters-panel">
        <UsernameFilter filters={filters} onFilters={change} />
        <FilterFields filters={filters} onFilters={change} />
      </div>
      <div className="brand-filters-sheets">
        <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setSheet('filters')}>
          {t('filters')} <Count of={countFilters({ ...filters, username: undefined })} />
        </Button>
        <Button icon={Bookmark} aria-haspopup="dialog" onClick={() => setSheet('saved')}>
          {t('saved')} <Count of={saved} />
        </Button>
      </div>
      <SetFilters filters={filters} onFilters={change} />
      <div className="brand-filters-foot">
        <span className="rf-note">{set > 0 && t('filters-active', { count: set })}</span>
        {set > 0 && (
          <Button look="quiet" size="small" onClick={clear}>
            {t('filters-clear')}
          </Button>
        )}
        {children}
      </div>
      {sheet && (
        <Suspense>
          {sheet === 'filters' ? (
            <FiltersSheet search={search} onFilters={change} onClear={clear} onClose={close} />
          ) : (
            <SavedSheet search={search} onClose={close} />
          )}
        </Suspense>
      )}
    </search>
  )
}

const Count = ({ of: count }: { of: number }) => count > 0 && <span className="brand-filters-count">{count}</span>
