import { formatCount } from '@reelfair/ui'
import { useCredits } from '../queries.ts'
import { useText } from './messages/index.ts'

interface CreditSumProps {
  /** Undefined while the goal is invalid. */
  readonly views: number | undefined
  /** Names the campaign or invitation that the credits are for. */
  readonly label: string
}

/** Available credits minus the goal: the credits that are left, or the missing ones. */
export function CreditSum({ views, label }: CreditSumProps) {
  const { t, locale } = useText()
  const credits = useCredits()
  const available = credits.data?.available
  const left = available === undefined || views === undefined ? undefined : available - views
  const isShort = left !== undefined && left < 0
  const count = (figure: number) => formatCount(figure, locale)
  return (
    <dl className="brand-sum" aria-live="polite">
      <div>
        <dt>{t('cost-available')}</dt>
        <dd>{available === undefined ? (credits.isError ? t('cost-unknown') : '…') : count(available)}</dd>
      </div>
      <div>
        <dt>{label}</dt>
        <dd>{views === undefined ? '…' : count(-views)}</dd>
      </div>
      <div className="brand-sum-total" data-short={isShort || undefined}>
        <dt>{t(isShort ? 'cost-missing' : 'cost-left')}</dt>
        <dd>{left === undefined ? '…' : count(Math.abs(left))}</dd>
      </div>
    </dl>
  )
}
