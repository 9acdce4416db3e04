import type { Invitation } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { payOfTiers } from '@reelfair/rules'
import { Button, Countdown, formatCents, formatCount, formatDate, formatDateTime, ReasonChip, TierTable, useNow } from '@reelfair/ui'
import { BrandName } from '../../components/brand-name.tsx'
import { isAnswerable, OutcomeOf } from '../../components/partnerships/outcome.tsx'
import { useBrandName } from '../../components/partnerships/use-brand-name.ts'
import type { InvitationDialogControl } from '../../components/partnerships/use-invitation-dialog.tsx'
import { type EntryControl, EntryFrame, Figure, Figures, Part } from './entry-frame.tsx'
import { useText } from './messages/index.ts'

type Answers = Pick<InvitationDialogControl, 'open' | 'refuse'>

interface InvitationEntryProps extends EntryControl {
  readonly invitation: Invitation
  readonly answers: Answers
}

/** An invitation that did not become a partnership, or not yet. */
export function InvitationEntry({ invitation, answers, ...control }: InvitationEntryProps) {
  const { t, locale } = useText()
  const isOpen = isAnswerable(invitation, useNow(10_000))
  const { logo, amountCents, weeklyViewsGoal, caption } = invitation
  return (
    <EntryFrame
      {...control}
      name={t('history-invitation', { brand: useBrandName()(invitation) })}
      logo={logo}
      summary={<Summary invitation={invitation} isOpen={isOpen} />}
      figures={
        isOpen ? (
          <AnswerButtons invitation={invitation} answers={answers} />
        ) : (
          <Figures>
            <Figure name={t('history-offer')}>{formatCents(amountCents, locale)}</Figure>
            <Figure name={t('history-offer-goal')}>{formatCount(weeklyViewsGoal, locale)}</Figure>
          </Figures>
        )
      }
    >
      <Part title={t('mission-brief')}>
        <p className="creator-invite-brief">{caption}</p>
      </Part>
      <Part title={t('history-offered')}>
        <TierTable tiers={payOfTiers(weeklyViewsGoal, amountCents).toReversed()} payLabel={t('history-tier-pay')} />
      </Part>
    </EntryFrame>
  )
}

function Summary({ invitation, isOpen }: { invitation: Invitation; isOpen: boolean }) {
  const { t, locale } = useText()
  const { network, username, createdAt, invitedAt = createdAt, expiresAt } = invitation
  return (
    <>
      <p>
        <BrandName of={invitation} />
      </p>
      <p className="rf-note">
        {t('history-invited', { network: NETWORK_NAMES[network], username, at: formatDate(invitedAt, locale, { year: true }) })}
      </p>
      {isOpen && expiresAt ? (
        <ReasonChip
          kind="held"
          reason={t('invitation-until', { at: formatDateTime(expiresAt, locale, { weekday: 'short' }) })}
          fix={<Countdown to={expiresAt} wrap={(left) => t('invite-left', { left })} />}
        />
      ) : (
        <OutcomeOf invitation={invitation} />
      )}
    </>
  )
}

function AnswerButtons({ invitation, answers }: { invitation: Invitation; answers: Answers }) {
  const { t } = useText()
  const { id } = invitation
  const brand = useBrandName()(invitation)
  return (
    <div className="creator-row-actions">
      <Button size="small" aria-label={t('invitation-refuse-label', { brand })} onClick={() => answers.refuse(id)}>
        {t('invitation-refuse')}
      </Button>
      <Button size="small" aria-label={t('invitation-accept-label', { brand })} onClick={() => answers.open(id)}>
        {t('invitation-accept')}
      </Button>
    </div>
  )
}
