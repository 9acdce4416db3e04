import { Footer, Layout, Page } from '@reelfair/ui'
import { footerColumns } from '../frame/footer-columns.ts'
import { Charged } from './charged.tsx'
import { ReceiptSection } from './example-receipt.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LandingMasthead } from './landing-masthead.tsx'
import { OneBar } from './one-bar.tsx'
import { Packages } from './packages-table.tsx'
import { PaySection } from './pay-section.tsx'
import { PaymentPath } from './payment-path.tsx'
import { Questions } from './questions.tsx'
import { useText } from './text.tsx'

/** Rendered at build time. script/main.ts adds what needs a browser. */
export function LandingPage() {
  const { t, locale, side } = useText()
  const footer = <Footer note={t('footer-note')} columns={footerColumns(t, locale, side)} />
  return (
    <Layout masthead={<LandingMasthead />} footer={footer}>
      <main id="content" tabIndex={-1}>
        <Hero />
        {side === 'brand' && <OneBar />}
        <Page as="div" ruled>
          <HowItWorks />
          {side === 'brand' ? (
            <>
              <Packages />
              <Charged />
              <ReceiptSection />
            </>
          ) : (
            <>
              <PaySection />
              <ReceiptSection />
              <PaymentPath />
            </>
          )}
          <Questions />
        </Page>
      </main>
    </Layout>
  )
}
