import { Page, PageSkeleton } from '@reelfair/ui'
import { homeOf, likelyRole, Navigate, usePage, useSession } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { OneBar } from './one-bar.tsx'
import { Packages } from './packages-table.tsx'
import { Questions } from './questions.tsx'
import { ReceiptSection } from './receipt-section.tsx'

/** The page is static and needs no request. Signed-in users go to their home page. */
export function LandingPage() {
  const { t } = useText()
  const session = useSession()
  usePage(t('landing-title'))
  if (session.state === 'present') return <Navigate to={homeOf(session.me)} replace />
  // A user who was signed in last time probably still is, so a skeleton avoids a flash of the landing page.
  if (session.state === 'asking' && likelyRole()) return <PageSkeleton />
  return (
    <main id="content" tabIndex={-1}>
      <Hero />
      <OneBar />
      <Page as="div" ruled>
        <HowItWorks />
        <Packages />
        <ReceiptSection />
        <Questions />
      </Page>
    </main>
  )
}
