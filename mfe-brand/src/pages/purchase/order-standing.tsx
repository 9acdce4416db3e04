import { Button, ButtonLink, ErrorPanel, formatCents, formatCount, NextStep, SkeletonText } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Clock from 'lucide-react/icons/clock'
import { useText } from '../../messages/index.ts'
import { leaveFor } from './leave-for.ts'
import { useOrder } from './queries.ts'

/** How the order stands that one comes back from paying; it changes by itself. `cancelled`: one left the payment page without paying. */
export function OrderStanding({ id, cancelled }: { id: string; cancelled: boolean }) {
  const { t, locale } = useText()
  const order = useOrder(id)
  if (order.isPending) return <SkeletonText lines={2} />
  if (!order.data) return <ErrorPanel title={t('order-failed-load')} error={order.error} onRetry={order.refetch} busy={order.isFetching} />
  const { status, url, credits, priceCents } = order.data
  const values = { credits: formatCount(credits, locale), price: formatCents(priceCents, locale) }
  const again = url !== undefined && (
    <Button look="filled" iconAfter={ArrowUpRight} onClick={() => leaveFor(url)}>
      {t('order-pay', values)}
    </Button>
  )
  return (
    <div aria-live="polite">
      {status === 'open' && cancelled && (
        <NextStep level={3} sentence={t('order-cancelled', values)} consequence={t('order-cancelled-note')} action={again} />
      )}
      {status === 'open' && !cancelled && (
        <NextStep level={3} icon={Clock} sentence={t('order-open', values)} consequence={t('order-open-note')} action={again} />
      )}
      {status === 'processing' && (
        <NextStep level={3} icon={Clock} sentence={t('order-processing', values)} consequence={t('order-processing-note', values)} />
      )}
      {status === 'paid' && (
        <NextStep
          level={3}
          sentence={t('order-paid', values)}
          consequence={t('order-paid-note', values)}
          action={
            <ButtonLink look="filled" href="/brand-dashboard/new-campaign" iconAfter={ArrowRight}>
              {t('campaigns-new')}
            </ButtonLink>
          }
        />
      )}
      {status === 'failed' && <NextStep level={3} sentence={t('order-failed', values)} consequence={t('order-failed-note')} />}
      {status === 'expired' && <NextStep level={3} sentence={t('order-expired', values)} consequence={t('order-expired-note')} />}
    </div>
  )
}
