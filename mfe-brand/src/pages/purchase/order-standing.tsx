import type { CreditOrder } from '@reelfair/contracts'
import { Button, ButtonLink, ErrorPanel, formatCents, formatCount, NextStep, SkeletonText } from '@reelfair/ui'
import { leaveFor } from '@reelfair/web-kit'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Clock from 'lucide-react/icons/clock'
import { useDraft } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { useOrder } from './queries.ts'

/** What may be said of it. Whether somebody has paid is the provider's word alone: as long as that is missing, nothing is claimed and nothing offered. */
function standingOf({ status, payment }: CreditOrder) {
  if (status === 'open') return payment === 'none' ? 'unpaid' : 'asking'
  return status === 'processing' && payment === 'received' ? 'received' : status
}

/** How the order stands that one comes back from paying; it changes by itself. `cancelled`: one came by the payment page's way back. */
export function OrderStanding({ id, cancelled }: { id: string; cancelled: boolean }) {
  const { t, locale } = useText()
  const { order, late } = useOrder(id)
  const draft = useDraft()
  if (order.isPending) return <SkeletonText lines={2} />
  if (!order.data) return <ErrorPanel title={t('order-failed-load')} error={order.error} onRetry={order.refetch} busy={order.isFetching} />
  const { url, credits, priceCents } = order.data
  const values = { credits: formatCount(credits, locale), price: formatCents(priceCents, locale) }
  const standing = standingOf(order.data)
  const pay = url !== undefined && (
    <Button look="filled" iconAfter={ArrowUpRight} onClick={() => leaveFor(url)}>
      {t('order-pay', values)}
    </Button>
  )
  return (
    <div aria-live="polite">
      {standing === 'asking' && (
        <NextStep
          level={3}
          icon={Clock}
          sentence={t('order-asking', values)}
          consequence={t(late ? 'order-asking-late' : 'order-asking-note')}
        />
      )}
      {standing === 'unpaid' && (
        <NextStep
          level={3}
          sentence={t(cancelled ? 'order-cancelled' : 'order-unpaid', values)}
          consequence={t('order-cancelled-note')}
          action={pay}
        />
      )}
      {standing === 'received' && (
        <NextStep
          level={3}
          icon={Clock}
          sentence={t('order-received', values)}
          consequence={t(late ? 'order-received-late' : 'order-received-note', values)}
        />
      )}
      {standing === 'processing' && (
        <NextStep level={3} icon={Clock} sentence={t('order-processing', values)} consequence={t('order-processing-note', values)} />
      )}
      {standing === 'paid' && (
        <NextStep
          level={3}
          sentence={t('order-paid', values)}
          consequence={t(draft.data?.draft ? 'order-paid-draft-note' : 'order-paid-note', values)}
          action={
            <ButtonLink look="filled" href="/brand-dashboard/new-campaign" iconAfter={ArrowRight}>
              {draft.data?.draft ? t('order-paid-draft') : t('campaigns-new')}
            </ButtonLink>
          }
        />
      )}
      {(standing === 'failed' || standing === 'expired') && (
        <NextStep
          level={3}
          sentence={t(`order-${standing}`, values)}
          consequence={t(`order-${standing}-note`)}
          action={
            <ButtonLink look="filled" href="/brand-dashboard/purchase">
              {t('order-again')}
            </ButtonLink>
          }
        />
      )}
    </div>
  )
}
