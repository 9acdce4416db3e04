import { LoadError, Page, Section, SkeletonRows, TextLink } from '@reelfair/ui'
import { usePage, usePublicSettings, useSearchParams, useViewedBrand } from '@reelfair/web-kit'
import { CreditBalance } from '../../components/credits/credit-tiles.tsx'
import { useText } from '../../messages/index.ts'
import { CompanyQuestion } from './company-question.tsx'
import { CreditLines } from './credit-lines.tsx'
import { OrderList } from './order-list.tsx'
import { OrderProgress } from './order-status.tsx'
import { PackageForm } from './package-form.tsx'

/**
 * `?package=` comes from the price list on the start page. `?order=` and `&cancelled=true` come from the payment page:
 * this page then offers only that order, so that nobody pays twice. `?missing=` is the number of credits that a
 * campaign or invitation still needs; `&draft=true` comes from the wizard, which has saved its draft.
 */
export function PurchasePage() {
  const { t } = useText()
  const isViewed = useViewedBrand() !== undefined
  const title = t(isViewed ? 'view-orders' : 'purchase-title')
  usePage(title)
  const [search] = useSearchParams()
  const order = isViewed ? null : search.get('order')
  const missing = missingOf(search.get('missing'))
  const isDraft = search.get('draft') === 'true'
  return (
    <Page>
      <h1 className="rf-hidden">{title}</h1>
      {order && (
        <Section title={t('order-title')} hand link={<TextLink href="/brand-dashboard/purchase">{t('order-another')}</TextLink>}>
          <OrderProgress key={order} id={order} cancelled={search.get('cancelled') === 'true'} />
        </Section>
      )}
      <Section
        title={t('credits-title')}
        note={t('credits-note')}
        link={isViewed && <TextLink href="/brand-dashboard">{t('campaigns-all')}</TextLink>}
      >
        <CreditBalance />
      </Section>
      {!order && !isViewed && (
        <Section
          id="packages"
          title={t('purchase-title')}
          note={t('purchase-note')}
          link={
            isDraft ? (
              <TextLink href="/brand-dashboard/new-campaign">{t('buy-back')}</TextLink>
            ) : (
              <TextLink href="/brand-dashboard">{t('new-cancel')}</TextLink>
            )
          }
        >
          <CompanyQuestion />
          <Packages wanted={search.get('package')} missing={missing} isDraft={isDraft} />
        </Section>
      )}
      <Section id="orders" title={t('orders-title')}>
        <OrderList />
      </Section>
      <Section id="statement" title={t('lines-title')} note={t('lines-note')}>
        <CreditLines />
      </Section>
    </Page>
  )
}

function Packages(chosen: { wanted: string | null; missing: number; isDraft: boolean }) {
  const { t } = useText()
  const settings = usePublicSettings()
  if (settings.isPending) return <SkeletonRows rows={5} height={72} />
  if (!settings.data) return <LoadError title={t('buy-failed')} query={settings} />
  return <PackageForm packages={settings.data.packages} {...chosen} />
}

const missingOf = (text: string | null) => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0)
