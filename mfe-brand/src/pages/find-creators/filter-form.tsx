import { AUDIENCE_LANGUAGES, NETWORK_NAMES, NETWORKS } from '@reelfair/contracts/values'
import { countryOptions } from '@reelfair/rules'
import { Checkbox, Select, TextField } from '@reelfair/ui'
import { useMemo } from 'react'
import { categoryOptions } from '../../components/categories.ts'
import { RangeFilter, TextFilter } from './filter-fields.tsx'
import { useText } from './messages/index.ts'
import type { Filters } from './search-address.ts'

interface FilterFieldsProps {
  readonly filters: Filters
  readonly onFilters: (changed: Partial<Filters>) => void
}

export function UsernameFilter({ filters, onFilters }: FilterFieldsProps) {
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
