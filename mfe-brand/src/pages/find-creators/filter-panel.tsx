import type { CreatorSearch } from '@reelfair/contracts'
import { AUDIENCE_LANGUAGES, NETWORK_NAMES, NETWORKS } from '@reelfair/contracts/values'
import { countryOptions } from '@reelfair/rules'
import { Button, Checkbox, Select, TextField } from '@reelfair/ui'
import Bookmark from 'lucide-react/icons/bookmark'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { categoryOptions } from '../../components/categories.ts'
import { RangeFilter, TextFilter } from './filter-fields.tsx'
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

interface FilterFieldsProps {
  readonly filters: Filters
  readonly onFilters: (changed: Partial<Filters>) => void
}

function UsernameFilter({ filters, onFilters }: FilterFieldsProps) {
  const { t } = useText()
  return (
    <div className="brand-filter-wide">
      <TextFilter
        label={t('filter-username')}
        before="@"
        maxLength={60}
        placeholder={t('filter-username-placeholder')}
        value={filters.username}
        onValue={(username) => onFilters({ username })}
      />
    </div>
  )
}

export function FilterFields({ filters, onFilters }: FilterFieldsProps) {
  const { t, locale } = useText()
  const countries = useMemo(() => countryOptions(locale), [locale])
  const choice = (name: 'network' | 'language' | 'category' | 'country') => ({
    label: t(`filter-${name}`),
    placeholder: t(`filter-${name}-all`),
    value: filters[name] ?? '',
    'data-set': filters[name] !== undefined || undefined,
    onChange: ({ target }: { target: HTMLSelectElement }) => onFilters({ [name]: target.value || undefined }),
  })
  return (
    <>
      <Select {...choice('network')} options={NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }))} />
      <Select {...choice('language')} options={AUDIENCE_LANGUAGES.map((value) => ({ value, label: t(`audience-${value}`) }))} />
      <Select {...choice('category')} options={categoryOptions(locale)} />
      <Select {...choice('country')} options={countries} />
      <TextFilter
        label={t('filter-city')}
        maxLength={100}
        placeholder={t('filter-city-all')}
        value={filters.city}
        onValue={(city) => onFilters({ city })}
      />
      <RangeFilter
        label={t('filter-followers')}
        min={filters.minFollowers}
        max={filters.maxFollowers}
        step={1_000}
        onRange={({ min, max }) => onFilters({ minFollowers: min, maxFollowers: max })}
      />
      <RangeFilter
        label={t('filter-averageViews')}
        min={filters.minAverageViews}
        max={filters.maxAverageViews}
        step={1_000}
        onRange={({ min, max }) => onFilters({ minAverageViews: min, maxAverageViews: max })}
      />
      <RangeFilter
        label={t('filter-rpm')}
        min={inEuros(filters.minRpmCents)}
        max={inEuros(filters.maxRpmCents)}
        step={0.1}
        decimals={2}
        unit="€"
        onRange={({ min, max }) => onFilters({ minRpmCents: inCents(min), maxRpmCents: inCents(max) })}
      />
      <TextField
        label={t('filter-since')}
        type="date"
        value={filters.verifiedSince ?? ''}
        onChange={({ target }) => onFilters({ verifiedSince: target.value || undefined })}
      />
      <div className="brand-filter-open">
        <span className="brand-range-label">{t('filter-bookings')}</span>
        <Checkbox
          label={t('filter-open')}
          checked={filters.collab === 'open'}
          onChange={({ target }) => onFilters({ collab: target.checked ? 'open' : undefined })}
        />
      </div>
    </>
  )
}

const inEuros = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100)
const inCents = (euros: number | undefined) => (euros === undefined ? undefined : Math.round(euros * 100))
