import type { Invitation } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { Button, ForwardLink, formatCount, formatDateTime, type JobStep, NextStep, StepList } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import Clock from 'lucide-react/icons/clock'
import { useText } from './messages/index.ts'

/** Also polls, because a live update can be missed if it is sent before the stream is connected. */
const POLL_EVERY_MS = 3_000

const pollMs = ({ status }: Invitation) => status === 'funding' && POLL_EVERY_MS

/** Shows whether the credits are held. The invitation reaches the creator only then. */
export function InviteStatus({ sent, onClose }: { sent: Invitation; onClose: () => void }) {
  const { t, locale } = useText()
  const answer = useRead('invitations', '/partnerships/invitations/:invitationId', { invitationId: sent.id }, { pollMs })
  const invitation = answer.data ?? sent
  const { status, weeklyViewsGoal, username } = invitation
  const views = formatCount(weeklyViewsGoal, locale)
  const isFailed = status === 'failed'
  const isSent = !isFailed && status !== 'funding'
  const steps: JobStep[] = [
    { label: t('invite-asked'), state: 'done' },
    { label: t('invite-credits-held', { views }), state: isFailed ? 'failed' : isSent ? 'done' : 'running' },
    { label: t('invite-delivered', { username: handleOf(username) }), state: isSent ? 'done' : 'waiting' },
  ]
  return (
    <div className="brand-invite">
      <div aria-live="polite">
        {isFailed ? (
          <Failed missing={invitation.missingViews ?? 0} />
        ) : isSent ? (
          <NextStep
            level={3}
            icon={Clock}
            sentence={t('invite-sent', { username })}
            consequence={
              invitation.expiresAt && t('invite-sent-note', { at: formatDateTime(invitation.expiresAt, locale, { weekday: 'short' }) })
            }
          />
        ) : (
          <NextStep level={3} icon={Clock} sentence={t('invite-funding')} consequence={t('invite-funding-note')} />
        )}
      </div>
      <StepList label={t('invite-steps')} steps={steps} />
      <div className="brand-campaign-actions">
        <Button onClick={onClose}>{t('invite-close')}</Button>
      </div>
    </div>
  )
}

function Failed({ missing }: { missing: number }) {
  const { t, locale } = useText()
  const count = formatCount(missing, locale)
  return (
    <NextStep
      level={3}
      sentence={t('invite-missing', { count: missing, missing: count })}
      consequence={t('invite-missing-note')}
      action={
        <ForwardLink href={`/brand-dashboard/purchase?missing=${missing}`}>{t('cost-buy', { count: missing, missing: count })}</ForwardLink>
      }
    />
  )
}
