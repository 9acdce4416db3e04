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
        <Outcome invitation={invitation} />
      </div>
      <StepList label={t('invite-steps')} steps={steps} />
      <div className="brand-campaign-actions">
        <Button onClick={onClose}>{t('invite-close')}</Button>
      </div>
    </div>
  )
}

function Outcome({ invitation: { id, status, username, expiresAt, missingViews = 0 } }: { invitation: Invitation }) {
  const { t, locale } = useText()
  switch (status) {
    case 'funding':
      return <NextStep level={3} icon={Clock} sentence={t('invite-funding')} consequence={t('invite-funding-note')} />
    case 'failed':
      return <Failed missing={missingViews} />
    case 'pending': {
      const at = expiresAt && formatDateTime(expiresAt, locale, { weekday: 'short' })
      return <NextStep level={3} icon={Clock} sentence={t('invite-sent', { username })} consequence={at && t('invite-sent-note', { at })} />
    }
    case 'accepted':
      return (
        <NextStep
          level={3}
          sentence={t('invite-accepted', { username })}
          action={<ForwardLink href={`/partnerships/${id}`}>{t('invite-accepted-link')}</ForwardLink>}
        />
      )
    default:
      return <NextStep level={3} sentence={t('invite-over')} consequence={t('invite-over-note')} />
  }
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
