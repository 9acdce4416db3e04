import { Page, Section, TextLink } from '@reelfair/ui'
import { usePage, useSearchParams } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { CreditLines } from './credit-lines.tsx'
import { OrderList } from './order-list.tsx'
import { OrderStanding } from './order-standing.tsx'
import { PackageForm } from './package-form.tsx'

/**
 * Where a brand buys credits, with the package that the start page's price list led to (`?package=`), and where the payment page sends it back to (`?order=`,
 * and `&cancelled=true`).
 */
export function PurchasePage() {
  const { t } = useText()
  usePage(t('purchase-title'))
  const [search] = useSearchParams()
  const order = search.get('order')
  return (
    <Page>
      <h1 className="rf-hidden">{t('purchase-title')}</h1>
      {order && (
        <Section title={t('order-title')} hand>
          <OrderStanding key={order} id={order} cancelled={search.get('cancelled') === 'true'} />
        </Section>
      )}
      <Section
        id="packages"
        title={t('purchase-title')}
        note={t('purchase-note')}
        link={<TextLink href="/brand-dashboard">{t('new-cancel')}</TextLink>}
      >
        <PackageForm wanted={search.get('package')} />
      </Section>
      <Section id="orders" title={t('orders-title')}>
        <OrderList />
      </Section>
      <Section id="statement" title={t('lines-title')} note={t('lines-note')}>
        <CreditLines />
      </Section>
    </Page>
  )
}
