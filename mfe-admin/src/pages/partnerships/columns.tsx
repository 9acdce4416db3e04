import type { Partnership } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { type Column, Entry, formatCents, formatCount, formatDate, formatDateTime, ReasonChip, TextLink } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

export function useColumns(): Column<Partnership>[] {
  const { t, locale } = useText()
  return [
    {
      key: 'accepted',
      head: t('partnerships-accepted'),
      width: '130px',
      stack: 'date',
      cell: ({ acceptedAt }) => formatDate(acceptedAt, locale, { year: true }),
    },
    {
      key: 'brand',
      head: t('partnerships-brand'),
      stack: 'name',
      rowHead: true,
      cell: ({ id, brandId, brandName }) => (
        <TextLink href={`/admin/brands/${brandId}/partnerships/${id}`}>
          <bdi>{brandName ?? t('partnerships-brand-unknown')}</bdi>
        </TextLink>
      ),
    },
    {
      key: 'creator',
      head: t('partnerships-creator'),
      stack: 'fact',
      cell: ({ username, network }) => <Entry note={NETWORK_NAMES[network]}>{handleOf(username)}</Entry>,
    },
    {
      key: 'status',
      head: t('partnerships-status'),
      width: '300px',
      stack: 'state',
      cell: (partnership) => <Status partnership={partnership} />,
    },
    {
      key: 'views',
      head: t('partnerships-views'),
      align: 'end',
      width: '150px',
      stack: 'fact',
      cell: ({ count, viewsGoal }) => (
        <Entry note={t('partnerships-of', { goal: formatCount(viewsGoal, locale) })}>{formatCount(count.qualified, locale)}</Entry>
      ),
    },
    {
      key: 'pay',
      head: t('partnerships-pay'),
      align: 'end',
      weight: 'strong',
      width: '170px',
      stack: 'amount',
      cell: ({ amountCents, decisions, payements }) => {
        const decision = decisions.at(-1)
        if (!decision) return t('partnerships-up-to', { amount: formatCents(amountCents, locale) })
        return <Entry note={payements && t(`partnerships-${payements}`)}>{formatCents(decision.cents, locale)}</Entry>
      },
    },
  ]
}

const kinds = {
  planned: 'held',
  active: 'held',
  completed: 'passed',
  completed_at_75: 'passed',
  completed_at_50: 'passed',
  completed_at_25: 'passed',
  failed: 'out',
} as const

/** The status, and the time of the next step. */
function Status({ partnership: { status, startsAt, endsAt, payableAt, settledAt } }: { partnership: Partnership }) {
  const { t, locale } = useText()
  const next = () => {
    if (settledAt) return undefined
    if (payableAt) return t('partnerships-checks', { at: formatDateTime(payableAt, locale) })
    if (status === 'planned') return t('partnerships-starts', { at: formatDateTime(startsAt, locale) })
    return t('partnerships-ends', { at: formatDateTime(endsAt, locale) })
  }
  return (
    <div className="admin-state">
      <ReasonChip kind={settledAt || !payableAt ? kinds[status] : 'held'} reason={t(`partnership-status-${status}`)} fix={next()} />
    </div>
  )
}
