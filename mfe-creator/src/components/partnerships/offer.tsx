import type { Invitation } from '@reelfair/contracts'
import { businessDayOf, currentTerms, partnershipSpan } from '@reelfair/rules'
import { Button, Countdown, ErrorText, formatDateTime, Icon, serverNow, TextLink, useNow } from '@reelfair/ui'
import Clock from 'lucide-react/icons/clock'
import { useText } from './messages/index.ts'
import { Duties, Mission, Pay, Payment } from './offer-parts.tsx'

/** Everything that a creator must know before answering. */
export function Offer({ invitation }: { invitation: Invitation }) {
  const now = useNow()
  const span = partnershipSpan(invitation, new Date(now))
  const terms = { invitation, ...span, isPlanned: span.startsAt.getTime() > now }
  return (
    <div className="creator-invite">
      <Mission {...terms} />
      <Pay {...terms} />
      <Payment {...terms} />
      <Duties {...terms} />
    </div>
  )
}

export function Deadline({ invitation: { expiresAt } }: { invitation: Invitation }) {
  const { t, locale } = useText()
  if (!expiresAt) return null
  return (
    <p className="creator-invite-deadline">
      <Icon of={Clock} />
      <strong>
        <Countdown to={expiresAt} wrap={(left) => t('invite-left', { left })} />
      </strong>
      <span>{t('invite-until', { at: formatDateTime(expiresAt, locale, { weekday: 'short' }) })}</span>
    </p>
  )
}

interface OfferActionsProps {
  readonly busy: boolean
  readonly error: Error | null
  readonly onRefuse: () => void
  readonly onAccept: () => void
}

/** The terms appear beside the button that accepts them. */
export function OfferActions({ busy, error, onRefuse, onAccept }: OfferActionsProps) {
  const { t } = useText()
  const { version } = currentTerms(businessDayOf(new Date(serverNow())))
  return (
    <div className="creator-invite-actions">
      <p className="creator-invite-consent">
        {t('terms-accept', { version })} {/* The terms open in a new tab, so that the dialog stays open. */}
        <TextLink href="/terms#partnerships" target="_blank" rel="noopener">
          {t('terms-read')}
        </TextLink>
        <br />
        <TextLink href="/terms#campaign-legal" target="_blank" rel="noopener">
          {t('terms-campaigns')}
        </TextLink>
      </p>
      <div className="creator-invite-answers">
        <Button disabled={busy} onClick={onRefuse}>
          {t('invitation-refuse')}
        </Button>
        <Button look="filled" busy={busy} onClick={onAccept}>
          {t('invitation-accept')}
        </Button>
      </div>
      <ErrorText error={error} />
    </div>
  )
}

interface RefusalActionsProps {
  readonly busy: boolean
  readonly error: Error | null
  readonly onBack: () => void
  readonly onConfirm: () => void
}

export function RefusalActions({ busy, error, onBack, onConfirm }: RefusalActionsProps) {
  const { t } = useText()
  return (
    <>
      <ErrorText error={error} />
      <Button disabled={busy} onClick={onBack}>
        {t('refuse-cancel')}
      </Button>
      <Button look="danger" busy={busy} onClick={onConfirm}>
        {t('refuse-confirm')}
      </Button>
    </>
  )
}
