import type { Partnership } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatDateTime, LoadError, Page, Section, SkeletonBlock, SkeletonSheet, TextLink, useNow } from '@reelfair/ui'
import { ApiError, type RemoteProps, usePage, useParams, WhenNear } from '@reelfair/web-kit'
import { PartnershipReceipt } from '@reelfair/web-kit/receipt'
import { type PartnershipPhase, phaseOf } from '../../components/partnership/phase.ts'
import { Brief } from './brief.tsx'
import { ChecksSection } from './checks-section.tsx'
import { Credits } from './credits.tsx'
import { Head } from './head.tsx'
import { useText } from './messages/index.ts'
import { Progress } from './progress.tsx'
import { usePartnership, usePartnershipVideos } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { VideosSection } from './videos-section.tsx'

export function PartnershipPage({ NotFound }: Pick<RemoteProps, 'NotFound'>) {
  const { t } = useText()
  const { partnershipId = '' } = useParams()
  const partnership = usePartnership(partnershipId)
  usePage(partnership.data ? titleOf(partnership.data) : t('partnership'))
  // Another brand's partnership, an unknown id and a malformed id all show the not-found page.
  if (partnership.error instanceof ApiError && ['not_found', 'invalid_input'].includes(partnership.error.code)) return <NotFound />
  return (
    <Page>
      {partnership.data ? (
        <Content partnership={partnership.data} />
      ) : (
        <Section level={1} title={t('partnership')} link={<Back />}>
          {partnership.isPending ? <SkeletonSheet /> : <LoadError title={t('partnership-load-failed')} query={partnership} />}
        </Section>
      )}
    </Page>
  )
}

const titleOf = ({ brandName, username }: Partnership) =>
  brandName === undefined ? handleOf(username) : `${brandName} × ${handleOf(username)}`

function Back() {
  const { t } = useText()
  return <TextLink href="/brand-dashboard#partnerships">{t('partnerships-all')}</TextLink>
}

/** Until the partnership starts, metrics has no data for it. */
function Content({ partnership }: { partnership: Partnership }) {
  const { t, locale } = useText()
  const { network, startsAt, endsAt } = partnership
  const phase = phaseOf(partnership, useNow())
  const at = (instant: string) => formatDateTime(instant, locale)
  return (
    <>
      <Section
        level={1}
        title={titleOf(partnership)}
        link={<Back />}
        note={
          <>
            <p>{t('partnership-dates', { network: NETWORK_NAMES[network], from: at(startsAt), to: at(endsAt) })}</p>
            <p>{t('partnership-rule')}</p>
          </>
        }
      >
        <div className="brand-partnership">
          <Head partnership={partnership} phase={phase} />
          <Progress partnership={partnership} phase={phase} />
        </div>
      </Section>
      <Credits partnership={partnership} phase={phase} />
      {phase === 'planned' ? (
        <Section title={t('timeline')}>
          <Timeline partnership={partnership} phase={phase} videos={[]} />
        </Section>
      ) : (
        <>
          <VideosSection partnership={partnership} phase={phase} />
          <ChecksSection partnership={partnership} />
          <Section title={t('receipt')} note={t('receipt-note')}>
            <div className="brand-partnership-columns">
              <WhenNear waiting={<SkeletonBlock height={520} />}>
                <PartnershipReceipt partnership={partnership} unit="credits" />
              </WhenNear>
              <TimelineWithVideos partnership={partnership} phase={phase} />
            </div>
          </Section>
        </>
      )}
      <Brief partnership={partnership} />
    </>
  )
}

function TimelineWithVideos({ partnership, phase }: { partnership: Partnership; phase: PartnershipPhase }) {
  const videos = usePartnershipVideos(partnership.id).items ?? []
  return <Timeline partnership={partnership} phase={phase} videos={videos} />
}
