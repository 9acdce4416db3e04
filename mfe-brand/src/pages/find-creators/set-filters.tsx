import { countryName } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, formatCents, formatCount, formatDay } from '@reelfair/ui'
import CloseShape from 'lucide-react/icons/x'
import { useState } from 'react'
import { categoryLabel } from '../../components/categories.ts'
import { useText } from './messages/index.ts'
import type { Filters } from './search-address.ts'

interface SetFiltersProps {
  readonly filters: Filters
  readonly onFilters: (changed: Partial<Filters>) => void
}

/** The others appear on request. */
const FIRST = 3

/** On phones, each set filter, with a button that removes it. The username has its own field. */
export function SetFilters({ filters, onFilters }: SetFiltersProps) {
  const { t } = useText()
  const [isWhole, setWhole] = useState(false)
  const set = useSetFilters(filters)
  const hidden = isWhole ? 0 : Math.max(0, set.length - FIRST)
  if (set.length === 0) return null
  return (
    <ul className="brand-filters-set" aria-label={t('filters-set')}>
      {set.slice(0, set.length - hidden).map(({ label, without }) => (
        <li key={Object.keys(without).join()}>
          <Button size="small" iconAfter={CloseShape} aria-label={t('filter-remove', { filter: label })} onClick={() => onFilters(without)}>
            {label}
          </Button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            {t('filters-more', { count: hidden })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function useSetFilters(filters: Filters): { readonly label: string; readonly without: Partial<Filters> }[] {
  const { t, locale } = useText()
  const { network, language, category, country, city, verifiedSince, collab } = filters
  const range = (min: number | undefined, max: number | undefined, format: (figure: number) => string) => {
    if (min === undefined) return max === undefined ? undefined : t('range-below', { max: format(max) })
    return max === undefined ? t('range-above', { min: format(min) }) : t('range-between', { min: format(min), max: format(max) })
  }
  const count = (figure: number) => formatCount(figure, locale)
  const followers = range(filters.minFollowers, filters.maxFollowers, count)
  const views = range(filters.minAverageViews, filters.maxAverageViews, count)
  const rpm = range(filters.minRpmCents, filters.maxRpmCents, (cents) => formatCents(cents, locale))
  const all: [label: string | undefined | false, without: Partial<Filters>][] = [
    [network && NETWORK_NAMES[network], { network: undefined }],
    [language && t(`audience-${language}`), { language: undefined }],
    [category && categoryLabel(category, locale), { category: undefined }],
    [country && countryName(country, locale), { country: undefined }],
    [city, { city: undefined }],
    [followers && t('set-followers', { range: followers }), { minFollowers: undefined, maxFollowers: undefined }],
    [views && t('set-averageViews', { range: views }), { minAverageViews: undefined, maxAverageViews: undefined }],
    [rpm && t('set-rpm', { range: rpm }), { minRpmCents: undefined, maxRpmCents: undefined }],
    [verifiedSince && t('set-since', { at: formatDay(verifiedSince, locale, { year: true }) }), { verifiedSince: undefined }],
    [collab && t('filter-open'), { collab: undefined }],
  ]
  return all.flatMap(([label, without]) => (label ? [{ label, without }] : []))
}
