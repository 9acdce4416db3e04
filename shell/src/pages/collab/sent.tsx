import type { Invitation } from '@reelfair/contracts'
import { ButtonLink, formatCount, formatDateTime, NextStep } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import Clock from 'lucide-react/icons/clock'
import { useText } from './messages/index.ts'

/** The page also polls, because it can miss a live update that is sent before the stream is connected. */
const POLL_EVERY_MS = 3_000

export function Sent({ invitation: first, name }: { invitation: Invitation; name: string }) {
  const { t, locale } = useText()
  const read = useRead(
    'invitations',
    '/partnerships/invitations/:invitationId',
    { invitationId: first.id },
    { pollMs: ({ status }) => status === 'funding' && POLL_EVERY_MS },
  )
  const { status, weeklyViewsGoal, expiresAt, missingViews = 0 } = read.data ?? first
  const views = formatCount(weeklyViewsGoal, locale)
  const texts = (): { sentence: string; consequence?: string } => {
    switch (status) {
      case 'funding':
        return { sentence: t('sent-asked', { views }), consequence: t('sent-asked-note') }
      case 'pending': {
        const at = expiresAt ? formatDateTime(expiresAt, locale, { weekday: 'short' }) : ''
        return { sentence: t('sent-open', { name, at }), consequence: t('sent-open-note', { views }) }
      }
      case 'failed':
        return { sentence: t('sent-failed', { missing: formatCount(missingViews, locale) }), consequence: t('sent-failed-note') }
      case 'accepted':
        return { sentence: t('sent-accepted', { name }) }
      default:
        return { sentence: t('sent-over', { views }), consequence: t('sent-over-note') }
    }
  }
  return (
    <div aria-live="polite">
      <NextStep
        level={3}
        icon={Clock}
        {...texts()}
        action={status !== 'funding' && <ButtonLink href="/brand-dashboard">{t('sent-see')}</ButtonLink>}
      />
    </div>
  )
}
