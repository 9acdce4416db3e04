import type { Category } from '@reelfair/contracts'
import { categoryTable } from '@reelfair/contracts/categories'
import { AUDIENCE_LANGUAGES } from '@reelfair/contracts/values'
import type { Filters } from '../../components/public-campaigns/use-public-campaigns.ts'

export const REMAINING = ['24h', '3d', '7d', '30d'] as const satisfies readonly Filters['remaining'][]
/** Largest possible campaign goal, in views. @source specification §5 */
export const MAX_VIEWS = 500_000

const isViews = (views: number | undefined): views is number =>
  views !== undefined && Number.isInteger(views) && views >= 0 && views <= MAX_VIEWS

export function viewsFault(min: number | undefined, max: number | undefined): 'min' | 'max' | 'order' | undefined {
  if (min !== undefined && !isViews(min)) return 'min'
  if (max !== undefined && !isViews(max)) return 'max'
  return min !== undefined && max !== undefined && min > max ? 'order' : undefined
}

/** Ignores unknown filters and invalid values, which a user may have typed into the URL. */
export function readFilters(address: URLSearchParams): Filters {
  const language = AUDIENCE_LANGUAGES.find((one) => one === address.get('language'))
  const named = address.get('category') ?? ''
  const category = Object.hasOwn(categoryTable, named) ? (named as Category) : undefined
  const remaining = REMAINING.find((one) => one === address.get('remaining'))
  const viewsOf = (name: string) => {
    const views = /^\d{1,6}$/.test(address.get(name) ?? '') ? Number(address.get(name)) : undefined
    return isViews(views) ? views : undefined
  }
  const [minViews, maxViews] = [viewsOf('minViews'), viewsOf('maxViews')]
  return {
    ...(language && { language }),
    ...(category && { category }),
    ...(minViews !== undefined && { minViews }),
    ...(maxViews !== undefined && viewsFault(minViews, maxViews) === undefined && { maxViews }),
    ...(remaining && { remaining }),
  }
}

export const writeFilters = (filters: Readonly<Record<keyof Filters, string | number | undefined>> | Filters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )
