import type { Partnership } from '@reelfair/contracts'
import { DELETED_LINK } from '@reelfair/contracts/deleted'
import { shownLink } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { CopyButton, formatCents, formatCount, formatDate, formatDateTime, formatPercent, ReasonChip, useNow } from '@reelfair/ui'
import { PartnershipReceipt } from '@reelfair/web-kit/receipt'
import { BrandName } from '../../components/brand-name.tsx'
import { heldUntil } from '../../components/held-until.ts'
import { decidedAt, measuredOf, type PartnershipStage, partnershipStage, payNow } from '../../components/partnerships/figures.ts'
import { PartnershipBar } from '../../components/partnerships/partnership-bar.tsx'
import { PartnershipGuide } from '../../components/partnerships/partnership-guide.tsx'
import { PartnershipMoney } from '../../components/partnerships/partnership-money.tsx'
import { usePartnershipVideos } from '../../components/partnerships/queries.ts'
import { useBrandName } from '../../components/partnerships/use-brand-name.ts'
import { Faults } from '../../components/sign-ups/faults.tsx'
import { excludedViews, type Measured } from '../../components/sign-ups/figures.ts'
import { type EntryControl, EntryFrame, Figure, Figures, Part } from './entry-frame.tsx'
import { useText } from './messages/index.ts'
import { Risks } from './risks.tsx'
import { Videos } from './videos.tsx'
import { Views } from './views.tsx'

interface StageProps {
  readonly partnership: Partnership
  readonly stage: PartnershipStage
  readonly measured: Measured
}

export function PartnershipEntry({ partnership, ...control }: { partnership: Partnership } & EntryControl) {
  const { t } = useText()
  const now = useNow()
  const stage = partnershipStage(partnership, now)
  const brand = useBrandName()(partnership)
  // Only an unsettled partnership has faults to fix.
  const [loaded] = usePartnershipVideos(stage === 'settled' ? [] : [partnership])
  const of = { partnership, stage, measured: measuredOf(partnership, loaded?.videos, now) }
  return (
    <EntryFrame
      {...control}
      name={t('partnership-name', { brand })}
      logo={partnership.logo}
      summary={<Summary {...of} isOpen={control.isOpen} />}
      figures={<Results {...of} />}
    >
      <Parts {...of} />
    </EntryFrame>
  )
}

function Summary({ partnership, stage, measured, isOpen }: StageProps & { isOpen: boolean }) {
  const { t, locale } = useText()
  const { network, username, startsAt, endsAt, endedAt = endsAt } = partnership
  return (
    <>
      <p>
        <BrandName of={partnership} />
      </p>
      <p className="rf-note">
        {t('history-span', {
          network: NETWORK_NAMES[network],
          username,
          from: formatDate(startsAt, locale),
          to: formatDate(endedAt, locale, { year: true }),
        })}
      </p>
      <Status partnership={partnership} stage={stage} />
      {stage === 'settled' && <PaymentState partnership={partnership} />}
      {!isOpen && <Risks of={measured} />}
    </>
  )
}

/** The exact date of the start, the end, the final checks or the settlement is part of the status. */
function Status({ partnership, stage }: Pick<StageProps, 'partnership' | 'stage'>) {
  const { t, locale } = useText()
  const now = useNow()
  const { startsAt, endsAt, payableAt, settledAt = '' } = partnership
  const { tier } = payNow(partnership)
  const at = (moment: string | Date) => formatDateTime(moment, locale, { weekday: 'short' })
  const reached = { tier: formatPercent(tier / 100, locale) }
  switch (stage) {
    case 'planned':
      return <ReasonChip kind="held" reason={t('history-planned')} fix={t('history-planned-at', { at: at(startsAt) })} />
    case 'active':
      return <ReasonChip kind="passed" reason={t('history-state-active')} fix={t('history-active-until', { at: at(endsAt) })} />
    case 'over':
      return <ReasonChip kind="held" reason={t('time-up')} fix={t('history-decided', { at: at(decidedAt(partnership)) })} />
    case 'ended': {
      const until = payableAt && heldUntil(payableAt, now)
      const fix = until && t(until.isLate ? 'history-checks-late' : 'history-checks', { at: at(until.at) })
      return <ReasonChip kind="held" reason={t('history-state-ended')} fix={fix} />
    }
    case 'settled': {
      const reason = tier === 0 ? t('history-failed-tier') : t(tier === 100 ? 'history-completed-full' : 'history-completed-tier', reached)
      return <ReasonChip kind={tier === 0 ? 'out' : 'passed'} reason={reason} fix={t('history-checked', { at: at(settledAt) })} />
    }
  }
}

function PaymentState({ partnership }: { partnership: Partnership }) {
  const { t } = useText()
  if (payNow(partnership).cents === 0) return null
  const isPaid = partnership.payements === 'payed'
  return (
    <ReasonChip
      kind={isPaid ? 'passed' : 'held'}
      reason={t(isPaid ? 'history-paid' : 'history-payment-pending')}
      fix={t(isPaid ? 'history-paid-then' : 'history-payment-pending-then')}
    />
  )
}

function Results({ partnership, stage }: StageProps) {
  const { t, locale } = useText()
  const { count } = partnership
  const { tier, cents } = payNow(partnership)
  const excluded = excludedViews(partnership)
  const views = (figure: number) => formatCount(figure, locale)
  return (
    <Figures>
      {stage !== 'planned' && (
        <>
          <Figure name={t('history-qualified')}>{views(count.qualified)}</Figure>
          {count.inReview > 0 && <Figure name={t('history-in-review')}>{views(count.inReview)}</Figure>}
          {excluded > 0 && <Figure name={t('history-excluded')}>{views(excluded)}</Figure>}
          <Figure name={t('history-tier')}>{formatPercent(tier / 100, locale)}</Figure>
        </>
      )}
      <Figure name={t(stage === 'active' || stage === 'over' ? 'history-if-now' : 'history-cents')}>{formatCents(cents, locale)}</Figure>
    </Figures>
  )
}

function Parts({ partnership, stage, measured }: StageProps) {
  const { t } = useText()
  const { id, link, logo, count } = partnership
  const name = t('partnership-name', { brand: useBrandName()(partnership) })
  const hasViews = count.observed > 0
  // The instructions come first until a video has views. A deleted brand's link and logo are gone.
  const instructions = link !== DELETED_LINK && <WhatWasAsked partnership={partnership} stage={stage} />
  return (
    <>
      <Faults of={measured} />
      {!hasViews && instructions}
      <Part title={t('history-goal-own')}>
        {stage !== 'planned' && <PartnershipMoney partnership={partnership} stage={stage} />}
        <PartnershipBar partnership={partnership} stage={stage} />
      </Part>
      {stage !== 'planned' && (
        <>
          <Part title={t('history-videos')}>
            <Videos of={{ ...measured, logo }} topic="partnerships" />
          </Part>
          {hasViews && (
            <Part title={t('history-over-time')}>
              <Views id={id} name={name} topic="partnerships" />
            </Part>
          )}
          <Part title={t('history-receipt')} id={`receipt-${id}`}>
            <PartnershipReceipt partnership={partnership} unit="cents" level={4} />
          </Part>
        </>
      )}
      {hasViews && instructions}
    </>
  )
}

/** The instructions, or only the link once the partnership has ended: the code and the logo serve no more. */
function WhatWasAsked({ partnership, stage }: Pick<StageProps, 'partnership' | 'stage'>) {
  const { t, locale } = useText()
  const { link, caption, code = '', acceptedAt } = partnership
  return (
    <Part title={t('history-instructions')}>
      <p className="creator-invite-brief">{caption}</p>
      {stage === 'planned' || stage === 'active' ? (
        <PartnershipGuide partnership={partnership} level={4} />
      ) : (
        <p className="creator-code-line">
          <span className="rf-note">{t('history-link')}</span>
          <span className="creator-link-text">{shownLink(link)}</span>
          <CopyButton text={link} label={t('part-copy-link')} size="small" />
        </p>
      )}
      <p className="rf-note">{t('history-accepted', { at: formatDateTime(acceptedAt, locale, { year: true }), code })}</p>
    </Part>
  )
}
