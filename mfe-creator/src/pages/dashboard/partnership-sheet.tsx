import type { Partnership } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { ButtonLink, CopyButton, Countdown, formatDateTime, ReasonChip, Sheet, TextLink, useNow } from '@reelfair/ui'
import Download from 'lucide-react/icons/download'
import { BrandName } from '../../components/brand-name.tsx'
import { logoUrl } from '../../components/campaign-logo.ts'
import { heldUntil } from '../../components/held-until.ts'
import { decidedAt, measuredOf, type PartnershipStage, partnershipStage } from '../../components/partnerships/figures.ts'
import { useText } from '../../components/partnerships/messages/index.ts'
import { PartnershipBar } from '../../components/partnerships/partnership-bar.tsx'
import { PartnershipMoney } from '../../components/partnerships/partnership-money.tsx'
import type { PartnershipWithVideos } from '../../components/partnerships/queries.ts'
import { useBrandName } from '../../components/partnerships/use-brand-name.ts'
import { Faults } from '../../components/sign-ups/faults.tsx'
import { NextReading } from './next-reading.tsx'

interface PartProps {
  readonly partnership: Partnership
  readonly stage: PartnershipStage
}

/** A partnership that is planned, active, or waiting for its final checks. */
export function PartnershipSheet({ partnership, videos }: PartnershipWithVideos) {
  const now = useNow()
  const stage = partnershipStage(partnership, now)
  const { id } = partnership
  return (
    <Sheet as="li">
      <article className="creator-part" aria-labelledby={`part-${id}`}>
        <Head partnership={partnership} stage={stage} />
        {stage !== 'planned' && <PartnershipMoney partnership={partnership} stage={stage} />}
        <PartnershipBar partnership={partnership} stage={stage} />
        <Notes partnership={partnership} stage={stage} videos={videos} />
        <Foot partnership={partnership} stage={stage} hasVideos={(videos?.length ?? 0) > 0} />
      </article>
    </Sheet>
  )
}

function Head({ partnership, stage }: PartProps) {
  const { t } = useText()
  const { id, network, username } = partnership
  return (
    <div className="creator-part-head">
      <div>
        <h3 className="creator-row-name" id={`part-${id}`}>
          {t('partnership-name', { brand: useBrandName()(partnership) })}
        </h3>
        <p>
          <BrandName of={partnership} />
        </p>
        <p className="rf-note">{t('part-on', { network: NETWORK_NAMES[network], username })}</p>
      </div>
      <p className="creator-part-time">
        <Time partnership={partnership} stage={stage} />
      </p>
    </div>
  )
}

/** A countdown or the state, with the exact date below it. */
function Time({ partnership, stage }: PartProps) {
  const { t, locale } = useText()
  const now = useNow()
  const { startsAt, endsAt, payableAt } = partnership
  const at = (moment: string | Date) => formatDateTime(moment, locale, { weekday: 'short' })
  if (stage === 'planned') {
    return (
      <>
        <strong>
          <Countdown to={startsAt} wrap={(left) => t('starts-in', { left })} />
        </strong>
        <span className="rf-note">{t('starts-at', { at: at(startsAt) })}</span>
      </>
    )
  }
  if (stage === 'over') {
    return (
      <>
        <strong>{t('time-up')}</strong>
        <span className="rf-note">{t('decided-at', { at: at(decidedAt(partnership)) })}</span>
      </>
    )
  }
  if (stage === 'active' || !payableAt) {
    return (
      <>
        <strong>
          <Countdown to={endsAt} />
        </strong>
        <span className="rf-note">{t('part-ends', { at: at(endsAt) })}</span>
      </>
    )
  }
  const until = heldUntil(payableAt, now)
  return (
    <>
      <strong>{t('part-checks')}</strong>
      <span className="rf-note">{t(until.isLate ? 'part-checks-late' : 'part-checks-until', { at: at(until.at) })}</span>
    </>
  )
}

function Notes({ partnership, stage, videos }: PartProps & PartnershipWithVideos) {
  const { t, locale } = useText()
  const now = useNow()
  const { startsAt, count } = partnership
  return (
    <>
      {stage === 'planned' && (
        <ReasonChip
          kind="held"
          reason={t('planned', { at: formatDateTime(startsAt, locale, { weekday: 'short' }) })}
          fix={t('planned-then')}
        />
      )}
      {count.inReview > 0 && <ReasonChip kind="held" reason={t('part-review')} views={count.inReview} fix={t('review-then')} />}
      <Faults of={measuredOf(partnership, videos, now)} />
      {stage === 'active' && videos?.length === 0 && (
        <ReasonChip kind="held" boxed reason={t('part-no-video')} fix={t('part-no-video-then')} />
      )}
    </>
  )
}

/** The code, the link and the logo serve only until the end. */
function Foot({ partnership, stage, hasVideos }: PartProps & { hasVideos: boolean }) {
  const { t } = useText()
  const { id, code = '', link, logo, count } = partnership
  const brand = useBrandName()(partnership)
  const isOpen = stage === 'planned' || stage === 'active'
  const open = t(hasVideos || !isOpen ? 'part-open' : 'part-open-instructions', { count: 2 })
  return (
    <div className="creator-part-foot">
      {isOpen && (
        <p className="creator-code-line">
          <span className="rf-note">{t('part-code')}</span>
          <span className="creator-code">{code}</span>
          <CopyButton text={code} label={t('account-copy')} size="small" />
          <CopyButton text={link} label={t('part-copy-link')} size="small" />
          <ButtonLink size="small" icon={Download} href={logoUrl(logo, 'save')} download>
            {t('logo-save')}
          </ButtonLink>
        </p>
      )}
      <TextLink href={`/creator-history?open=${id}`} aria-label={`${open}, ${t('partnership-name', { brand })}`}>
        {open}
      </TextLink>
      {stage === 'active' && hasVideos && <NextReading observed={count.observed} />}
    </div>
  )
}
