import { ButtonLink, Page, PageSkeleton, Section } from '@reelfair/ui'
import { usePage, useViewedBrand, useWaitTogether } from '@reelfair/web-kit'
import Plus from 'lucide-react/icons/plus'
import { CreditTiles } from '../../components/credits/credit-tiles.tsx'
import { useCampaigns, useCredits, useInvitations, usePartnerships, useReviews, useSummary } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { CampaignList } from './campaign-list.tsx'
import { Invitations } from './invitations.tsx'
import { NightByNight } from './nights/night-by-night.tsx'
import { OpenReviews } from './open-reviews.tsx'
import { Partnerships } from './partnerships.tsx'
import { WhatNext } from './what-next.tsx'

export function DashboardPage() {
  const { t } = useText()
  usePage(t('dashboard-title'))
  const isViewed = useViewedBrand() !== undefined
  const isWaiting = useWaitTogether([useCampaigns(), useCredits(), useReviews(), useSummary(), useInvitations(), usePartnerships()])
  if (isWaiting) return <PageSkeleton />
  return (
    <Page>
      <h1 className="rf-hidden">{t('dashboard-title')}</h1>
      {!isViewed && (
        <Section title={t('next')} hand>
          <WhatNext />
        </Section>
      )}
      <Section id="credits" title={t('credits-title')} note={t('credits-note')}>
        <CreditTiles />
      </Section>
      <OpenReviews />
      <Section
        id="campaigns"
        title={t('campaigns-title')}
        link={
          !isViewed && (
            <ButtonLink href="/brand-dashboard/new-campaign" icon={Plus} size="small">
              {t('campaigns-new')}
            </ButtonLink>
          )
        }
      >
        <CampaignList />
      </Section>
      <Invitations />
      <Partnerships />
      <NightByNight />
    </Page>
  )
}
