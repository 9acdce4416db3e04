import { categoryOptions } from '@reelfair/contracts/categories'
import { AUDIENCE_LANGUAGES } from '@reelfair/contracts/values'
import { Button, formatCount, NumberField, Select } from '@reelfair/ui'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useId, useState } from 'react'
import type { Filters } from '../../components/public-campaigns/use-public-campaigns.ts'
import { MAX_VIEWS, REMAINING, viewsFault } from './filters.ts'
import { useText } from './messages/index.ts'

/** How long to wait after the last keystroke before applying a typed figure. */
const REST_MS = 500

interface FilterPanelProps {
  readonly filters: Filters
  readonly onFilters: (filters: Filters) => void
}

export function FilterPanel({ filters, onFilters }: FilterPanelProps) {
  const { t, locale } = useText()
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const set = Object.keys(filters).length
  const choose = (name: keyof Filters, value: string) => {
    const { [name]: _, ...others } = filters
    onFilters(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <search className="creator-filters" data-open={open || undefined}>
      <Button icon={SlidersHorizontal} wide aria-expanded={open} aria-controls={panelId} onClick={() => setOpen(!open)}>
        {set > 0 ? t('filters-set', { set }) : t('filters')}
      </Button>
      <div className="creator-filters-panel" id={panelId}>
        <Select
          label={t('filter-language')}
          value={filters.language ?? ''}
          placeholder={t('filter-all')}
          options={AUDIENCE_LANGUAGES.map((value) => ({ value, label: t(`audience-${value}`) }))}
          onChange={(event) => choose('language', event.target.value)}
        />
        <Select
          label={t('filter-category')}
          value={filters.category ?? ''}
          placeholder={t('filter-all')}
          options={categoryOptions(locale)}
          onChange={(event) => choose('category', event.target.value)}
        />
        <ViewsRange filters={filters} onFilters={onFilters} />
        <Select
          label={t('filter-remaining')}
          value={filters.remaining ?? ''}
          placeholder={t('remaining-any')}
          options={REMAINING.map((value) => ({ value, label: t(`remaining-${value}`) }))}
          onChange={(event) => choose('remaining', event.target.value)}
        />
        {set > 0 && (
          <Button look="quiet" onClick={() => onFilters({})}>
            {t('filters-reset')}
          </Button>
        )}
      </div>
    </search>
  )
}

/** Invalid figures and reversed ranges show an error and are not applied. */
function ViewsRange({ filters, onFilters }: FilterPanelProps) {
  const { t, locale } = useText()
  const { minViews, maxViews } = filters
  const [typed, setTyped] = useState<{ min: number | undefined; max: number | undefined }>()
  const { min, max } = typed ?? { min: minViews, max: maxViews }
  const fault = viewsFault(min, max)
  useEffect(() => {
    if (!typed || fault) return
    const timer = setTimeout(() => {
      const { minViews: _, maxViews: __, ...others } = filters
      setTyped(undefined)
      onFilters({
        ...others,
        ...(typed.min !== undefined && { minViews: typed.min }),
        ...(typed.max !== undefined && { maxViews: typed.max }),
      })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, fault, filters, onFilters])
  return (
    <>
      <NumberField
        label={t('filter-min')}
        value={min}
        min={0}
        step={1_000}
        placeholder={formatCount(0, locale)}
        error={fault === 'min' && t('filter-views-error')}
        onValue={(value) => setTyped({ min: value, max })}
      />
      <NumberField
        label={t('filter-max')}
        value={max}
        min={0}
        step={1_000}
        placeholder={formatCount(MAX_VIEWS, locale)}
        error={fault === 'max' ? t('filter-views-error') : fault === 'order' && t('filter-views-order')}
        onValue={(value) => setTyped({ min, max: value })}
      />
    </>
  )
}
