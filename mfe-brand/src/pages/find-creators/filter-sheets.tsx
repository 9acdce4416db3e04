import type { CreatorSearch } from '@reelfair/contracts'
import { Button, formatCount } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { FilterFields } from './filter-form.tsx'
import { useText } from './messages/index.ts'
import { useCreators } from './queries.ts'
import { SavedSearches, SaveSearch } from './saved-searches.tsx'
import { countFilters, type Filters } from './search-address.ts'

interface FiltersSheetProps {
  readonly search: CreatorSearch
  readonly onFilters: (changed: Partial<Filters>) => void
  readonly onClear: () => void
  readonly onClose: () => void
}

/** The list behind the sheet follows every change, so closing the sheet shows the result. */
export function FiltersSheet({ search, onFilters, onClear, onClose }: FiltersSheetProps) {
  const { t, locale } = useText()
  const { items, hasNextPage, isFetching } = useCreators(search)
  const { sort: _, order: __, ...filters } = search
  const count = items?.length ?? 0
  const isCounted = items !== undefined && !hasNextPage && !isFetching
  return (
    <RichProvider>
      <Dialog
        open
        size="page"
        onClose={onClose}
        title={t('filters')}
        actions={
          <>
            {countFilters(filters) > 0 && <Button onClick={onClear}>{t('filters-clear')}</Button>}
            <Button look="filled" onClick={onClose}>
              {isCounted ? t('filters-show-count', { count, shown: formatCount(count, locale) }) : t('filters-show')}
            </Button>
          </>
        }
      >
        <div className="brand-filters-fields">
          <FilterFields filters={filters} onFilters={onFilters} />
        </div>
      </Dialog>
    </RichProvider>
  )
}

export function SavedSheet({ search, onClose }: Pick<FiltersSheetProps, 'search' | 'onClose'>) {
  const { t } = useText()
  return (
    <RichProvider>
      <Dialog open size="medium" onClose={onClose} title={t('saved-title')}>
        <SavedSearches onOpen={onClose} />
        <div className="brand-saved-save">
          <SaveSearch search={search} />
        </div>
      </Dialog>
    </RichProvider>
  )
}
