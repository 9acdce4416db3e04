import type { CreditOrder } from '@reelfair/contracts'
import { Button, ButtonLink, formatCents, formatCount, LoadError, NextStep, SkeletonText } from '@reelfair/ui'
import { redirectToProvider } from '@reelfair/web-kit'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Clock from 'lucide-react/icons/clock'
import { useDraft } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { useOrder } from './queries.ts'

/**
 * Claims that the page may make about an order. Only the payment provider knows whether the brand has paid: until the
 * order's status is known, the page claims nothing and offers no payment.
 */
function progressOf({ status, payment }: CreditOrder) {
  if (status === 'open') return payment === 'none' ? 'unpaid' : 'asking'
  return status === 'processing' && payment === 'received' ? 'received' : status
}

/**
 * Live status of an order after the return from the payment page.
 * @param cancelled whether the brand left the payment page through its back link
 */
export function OrderProgress({ id, cancelled }: { id: string; cancelled: boolean }) {
  const { t, locale } = useText()
  const { order, late } = useOrder(id)
  const draft = useDraft()
  if (order.isPending) return <SkeletonText lines={2} />
  if (!order.data) return <LoadError title={t('order-failed-load')} query={order} />
  const { url, credits, priceCents } = order.data
  const values = { credits: formatCount(credits, locale), price: formatCents(priceCents, locale) }
  const progress = progressOf(order.data)
  const pay = url !== undefined && (
    <Button look="filled" iconAfter={ArrowUpRight} onClick={() => redirectToProvider(url)}>
      {t('order-pay', values)}
    </Button>
  )
  return (
    <div aria-live="polite">
      {progress === 'asking' && (
        <NextStep
          level={3}
          icon={Clock}
          sentence={t('order-asking', values)}
          consequence={t(late ? 'order-asking-late' : 'order-asking-note')}
        />
      )}
      {progress === 'unpaid' && (
        <NextStep
          level={3}
          sentence={t(cancelled ? 'order-cancelled' : 'order-unpaid', values)}
          consequence={t('order-cancelled-note')}
          action={pay}
        />
      )}
      {progress === 'received' && (
        <NextStep
          level={3}
          icon={Clock}
          sentence={t('order-received', values)}
          consequence={t(late ? 'order-received-late' : 'order-received-note', values)}
        />
      )}
      {progress === 'processing' && (
        <NextStep level={3} icon={Clock} sentence={t('order-processing', values)} consequence={t('order-processing-note', values)} />
      )}
      {progress === 'paid' && (
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
      {(progress === 'failed' || progress === 'expired') && (
        <NextStep
          level={3}
          sentence={t(`order-${progress}`, values)}
          consequence={t(`order-${progress}-note`)}
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
