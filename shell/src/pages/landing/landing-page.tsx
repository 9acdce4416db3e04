import { Page, PageSkeleton } from '@reelfair/ui'
import { homeOf, likelyRole, Navigate, usePage, useSession } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { OneBar } from './one-bar.tsx'
import { Packages } from './packages-table.tsx'
import { Questions } from './questions.tsx'
import { ReceiptSection } from './receipt-section.tsx'

/** The public start page. Whoever is signed in goes to their own. Everything on it is known at build time, so it waits for nothing. */
export function LandingPage() {
  const { t } = useText()
  const session = useSession()
  usePage(t('landing-title'))
  if (session.state === 'present') return <Navigate to={homeOf(session.me)} replace />
  // Someone who was signed in last time most likely still is: no page that they do not want flashes by.
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
