import type { Invitation } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, Countdown, formatCents, formatCount, formatDateTime, formatDay, ReasonChip, serverNow } from '@reelfair/ui'
import { BrandName } from '../../components/brand-name.tsx'
import { useText } from '../../components/partnerships/messages/index.ts'
import { useBrandName } from '../../components/partnerships/use-brand-name.ts'
import type { InvitationDialogControl } from '../../components/partnerships/use-invitation-dialog.tsx'

type Answers = Pick<InvitationDialogControl, 'open' | 'refuse'>

interface InvitationRowProps {
  readonly invitation: Invitation
  /** Only the first row has a filled button. */
  readonly isFirst: boolean
  readonly answers: Answers
}

export function InvitationRow({ invitation, isFirst, answers }: InvitationRowProps) {
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
      <div className="creator-row-actions creator-invite-answers">
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
