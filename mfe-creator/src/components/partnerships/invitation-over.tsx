import type { Invitation } from '@reelfair/contracts'
import { ForwardLink, formatDateTime, ReasonChip } from '@reelfair/ui'
import { Dialog } from '@reelfair/ui/rich'
import { InvitationTitle } from './invitation-title.tsx'
import { useText } from './messages/index.ts'

type Outcome = 'accepted' | 'rejected' | 'replaced' | 'expired' | 'withdrawn'

const KINDS = { accepted: 'passed', rejected: 'out', replaced: 'out', expired: 'out', withdrawn: 'out' } as const

/** Before the service reports an expiry, the invitation is still pending. */
function outcomeOf({ status, campaignId }: Invitation): Outcome {
  if (status === 'rejected') return campaignId === undefined ? 'rejected' : 'replaced'
  return status === 'accepted' || status === 'withdrawn' ? status : 'expired'
}

/** Says what became of the invitation. Screen readers announce it if that happens while the dialog is open. */
export function OutcomeOf({ invitation }: { invitation: Invitation }) {
  const { t, locale } = useText()
  const { respondedAt, endedAt, expiresAt = '', createdAt } = invitation
  const outcome = outcomeOf(invitation)
  const at = outcome === 'expired' ? expiresAt : (respondedAt ?? endedAt ?? createdAt)
  return (
    <ReasonChip
      kind={KINDS[outcome]}
      reason={t(`over-${outcome}`)}
      fix={t(`over-${outcome}-then`, { at: formatDateTime(at, locale, { weekday: 'short' }) })}
    />
  )
}

export function InvitationOver({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} size="medium" title={<InvitationTitle of={invitation} />}>
      <div className="creator-invite-over" role="alert" tabIndex={-1} data-autofocus>
        <OutcomeOf invitation={invitation} />
      </div>
      <OutcomeLink invitation={invitation} />
    </Dialog>
  )
}

function OutcomeLink({ invitation: { id, status, campaignId } }: { invitation: Invitation }) {
  const { t } = useText()
  const open = status === 'accepted' ? id : campaignId
  if (open === undefined) return null
  return <ForwardLink href={`/creator-history?open=${open}`}>{t(status === 'accepted' ? 'over-see' : 'over-see-campaign')}</ForwardLink>
}
