import { marketEstimate } from '@reelfair/rules'
import { formatCents, formatCount, TextLink } from '@reelfair/ui'
import { CreditSum } from '../../components/offer/credit-sum.tsx'
import { useCredits } from '../../components/queries.ts'
import type { Entries } from './entries.ts'
import { useText } from './messages/index.ts'

export const purchaseUrl = (missing: number): string => `/brand-dashboard/purchase?missing=${missing}&draft=true`

export function Cost({ entries, buys = true }: { entries: Entries; buys?: boolean }) {
  const { t, locale } = useText()
  const credits = useCredits()
  const { category, language, zones } = entries
  const views = Number.isInteger(entries.viewsGoal) && Number(entries.viewsGoal) > 0 ? Number(entries.viewsGoal) : undefined
  const count = (figure: number) => formatCount(figure, locale)
  const available = credits.data?.available
  const left = available === undefined || views === undefined ? undefined : available - views
  const market = category !== '' && views !== undefined && marketEstimate({ views, category, zones, ...(language !== '' && { language }) })
  return (
    <aside className="brand-cost" aria-label={t('new-cost')}>
      <h2>{t('new-cost')}</h2>
      <CreditSum views={views} label={t('new-cost-campaign')} />
      {buys && left !== undefined && left < 0 && (
        <p className="brand-cost-short">
          {t('new-cost-short')} <TextLink href={purchaseUrl(-left)}>{t('cost-buy', { count: -left, missing: count(-left) })}</TextLink>
        </p>
      )}
      <p className="rf-note">
        {market
          ? t('new-market', { price: formatCents(market.budgetCents, locale), cpm: formatCents(market.cpmCents, locale) })
          : t('new-market-unknown')}
      </p>
    </aside>
  )
}
