import type { Invitation } from '@reelfair/contracts'
import { businessDayOf, currentTerms, partnershipSpan } from '@reelfair/rules'
import { Button, Countdown, ErrorText, formatDateTime, Icon, serverNow, TextLink, useNow } from '@reelfair/ui'
import { Dialog } from '@reelfair/ui/rich'
import Clock from 'lucide-react/icons/clock'
import { InvitationTitle } from './invitation-title.tsx'
import { useText } from './messages/index.ts'
import { Duties, Mission, Pay, Payment } from './offer-parts.tsx'

interface OfferProps {
  readonly invitation: Invitation
  readonly busy: boolean
  readonly error: Error | null
  readonly onAccept: () => void
  readonly onRefuse: () => void
  readonly onClose: () => void
}

/** Everything that a creator must know before answering. The deadline and the answers stay in view. */
export function Offer({ invitation, busy, error, onAccept, onRefuse, onClose }: OfferProps) {
  const { t } = useText()
  const now = useNow()
  const span = partnershipSpan(invitation, new Date(now))
  const isPlanned = span.startsAt.getTime() > now
  const terms = { invitation, ...span, isPlanned }
  return (
    <Dialog
      open
      onClose={onClose}
      size="page"
      locked={busy}
      title={<InvitationTitle of={invitation} />}
      lead={invitation.expiresAt && <Deadline at={invitation.expiresAt} />}
      actions={
        <div className="creator-invite-actions">
          <Consent />
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
      }
    >
      {/* Focus starts at the top of the text instead of at the close button, so that it is read from the beginning. */}
      <div className="creator-invite" tabIndex={-1} data-autofocus>
        <Mission {...terms} />
        <Pay {...terms} />
        <Payment {...terms} />
        <Duties {...terms} />
      </div>
    </Dialog>
  )
}

function Deadline({ at }: { at: string }) {
  const { t, locale } = useText()
  return (
    <p className="creator-invite-deadline">
      <Icon of={Clock} />
      <strong>
        <Countdown to={at} wrap={(left) => t('invite-left', { left })} />
      </strong>
      <span>{t('invite-until', { at: formatDateTime(at, locale, { weekday: 'short' }) })}</span>
    </p>
  )
}

function Consent() {
  const { t } = useText()
  const { version } = currentTerms(businessDayOf(new Date(serverNow())))
  return (
    <p className="creator-invite-consent">
      {t('terms-accept', { version })} {/* The terms open in a new tab, so that the dialog stays open. */}
      <TextLink href="/terms#partnerships" target="_blank" rel="noopener">
        {t('terms-read')}
      </TextLink>
    </p>
  )
}
