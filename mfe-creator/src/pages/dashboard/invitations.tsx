import type { Invitation } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import {
  Button,
  Countdown,
  EmptyState,
  formatCents,
  formatCount,
  formatDateTime,
  formatDay,
  LoadError,
  ReasonChip,
  SkeletonRows,
  serverNow,
} from '@reelfair/ui'
import { BrandName } from '../../components/brand-name.tsx'
import { useText } from '../../components/partnerships/messages/index.ts'
import { useOpenInvitations } from '../../components/partnerships/queries.ts'
import { useBrandName } from '../../components/partnerships/use-brand-name.ts'
import type { InvitationDialogControl } from '../../components/partnerships/use-invitation-dialog.tsx'

export const isPending = ({ status }: Invitation) => status === 'pending'

type Answers = Pick<InvitationDialogControl, 'open' | 'refuse'>

export function Invitations({ answers }: { answers: Answers }) {
  const { t } = useText()
  const invitations = useOpenInvitations()
  if (invitations.isPending) return <SkeletonRows rows={2} height={96} />
  if (!invitations.items) return <LoadError title={t('invitations-failed')} query={invitations} />
  const pending = invitations.items.filter(isPending)
  if (pending.length === 0) {
    return <EmptyState title={t('invitations-empty')} />
  }
  // The invitation that expires first is the one to answer first.
  const soonest = pending.toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''))
  return (
    <ul className="creator-rows">
      {soonest.map((invitation, index) => (
        <InvitationRow key={invitation.id} invitation={invitation} isFirst={index === 0} answers={answers} />
      ))}
    </ul>
  )
}

interface InvitationRowProps {
  readonly invitation: Invitation
  /** Only the first row has a filled button. */
  readonly isFirst: boolean
  readonly answers: Answers
}

function InvitationRow({ invitation, isFirst, answers }: InvitationRowProps) {
  const { t, locale } = useText()
  const { id, amountCents, weeklyViewsGoal, username, network, beginning } = invitation
  const brand = useBrandName()(invitation)
  return (
    <li>
      <div className="creator-row-text">
        <h3 className="creator-row-name">
          {t('invite-offer', { amount: formatCents(amountCents, locale), views: formatCount(weeklyViewsGoal, locale) })}
        </h3>
        <p className="rf-note">
          <BrandName of={invitation} />
          {', '}
          {t('invitation-text', {
            username,
            network: NETWORK_NAMES[network],
            // The year appears only if it is not the current one.
            day: formatDay(beginning, locale, { year: !beginning.startsWith(String(new Date(serverNow()).getFullYear())) }),
          })}
        </p>
        <Deadline invitation={invitation} />
      </div>
      <div className="creator-row-actions">
        <Button aria-label={t('invitation-refuse-label', { brand })} onClick={() => answers.refuse(id)}>
          {t('invitation-refuse')}
        </Button>
        <Button
          look={isFirst ? 'filled' : 'outlined'}
          aria-label={t('invitation-accept-label', { brand })}
          onClick={() => answers.open(id)}
        >
          {t('invitation-accept')}
        </Button>
      </div>
    </li>
  )
}

function Deadline({ invitation: { expiresAt } }: { invitation: Invitation }) {
  const { t, locale } = useText()
  if (!expiresAt) return null
  return (
    <ReasonChip
      kind="held"
      reason={t('invitation-until', { at: formatDateTime(expiresAt, locale, { weekday: 'short' }) })}
      fix={<Countdown to={expiresAt} wrap={(left) => t('invite-left', { left })} />}
    />
  )
}
