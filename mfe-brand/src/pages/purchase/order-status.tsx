import type { CreditOrder } from '@reelfair/contracts'
import { Button, ButtonLink, ForwardLink, formatCents, formatCount, LoadError, NextStep, SkeletonText } from '@reelfair/ui'
import { redirectToProvider } from '@reelfair/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Clock from 'lucide-react/icons/clock'
import { useDraft } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { useOrder } from './queries.ts'

/**
 * Only the payment provider knows whether the brand has paid. The page does not offer payment until the order's status
 * is known.
 */
function progressOf({ status, payment }: CreditOrder) {
  if (status === 'open') return payment === 'none' ? 'unpaid' : 'asking'
  return status === 'processing' && payment === 'received' ? 'received' : status
}

/** @param cancelled whether the brand left the payment page through its back link */
export function OrderProgress({ id, cancelled }: { id: string; cancelled: boolean }) {
  const { t } = useText()
  const { order, late } = useOrder(id)
  const draft = useDraft()
  if (order.isPending) return <SkeletonText lines={2} />
  if (!order.data) return <LoadError title={t('order-failed-load')} query={order} />
  return (
    <div aria-live="polite">
      <OrderStep order={order.data} late={late} cancelled={cancelled} hasDraft={Boolean(draft.data?.draft)} />
    </div>
  )
}

interface OrderStepProps {
  readonly order: CreditOrder
  readonly late: boolean
  readonly cancelled: boolean
  readonly hasDraft: boolean
}

function OrderStep({ order, late, cancelled, hasDraft }: OrderStepProps) {
  const { t, locale } = useText()
  const { url, credits, priceCents } = order
  const values = { credits: formatCount(credits, locale), price: formatCents(priceCents, locale) }
  const progress = progressOf(order)
  switch (progress) {
    case 'asking': {
      const note = t(late ? 'order-asking-late' : 'order-asking-note')
      return <NextStep level={3} icon={Clock} sentence={t('order-asking', values)} consequence={note} />
    }
    case 'unpaid': {
      const pay = url !== undefined && (
        <Button look="filled" iconAfter={ArrowUpRight} onClick={() => redirectToProvider(url)}>
          {t('order-pay', values)}
        </Button>
      )
      const sentence = t(cancelled ? 'order-cancelled' : 'order-unpaid', values)
      return <NextStep level={3} sentence={sentence} consequence={t('order-cancelled-note')} action={pay} />
    }
    case 'received': {
      const note = t(late ? 'order-received-late' : 'order-received-note', values)
      return <NextStep level={3} icon={Clock} sentence={t('order-received', values)} consequence={note} />
    }
    case 'processing':
      return <NextStep level={3} icon={Clock} sentence={t('order-processing', values)} consequence={t('order-processing-note', values)} />
    case 'paid': {
      const note = t(hasDraft ? 'order-paid-draft-note' : 'order-paid-note', values)
      const action = <ForwardLink href="/brand-dashboard/new-campaign">{t(hasDraft ? 'order-paid-draft' : 'campaigns-new')}</ForwardLink>
      return <NextStep level={3} sentence={t('order-paid', values)} consequence={note} action={action} />
    }
    case 'failed':
    case 'expired': {
      const again = (
        <ButtonLink look="filled" href="/brand-dashboard/purchase">
          {t('order-again')}
        </ButtonLink>
      )
      return <NextStep level={3} sentence={t(`order-${progress}`, values)} consequence={t(`order-${progress}-note`)} action={again} />
    }
  }
}
