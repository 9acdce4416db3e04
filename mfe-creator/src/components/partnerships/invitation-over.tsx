import type { Invitation } from '@reelfair/contracts'
import { ForwardLink } from '@reelfair/ui'
import { Dialog } from '@reelfair/ui/rich'
import { InvitationTitle } from './invitation-title.tsx'
import { useText } from './messages/index.ts'
import { OutcomeOf } from './outcome.tsx'

/** Says what became of the invitation. Screen readers announce it if that happens while the dialog is open. */
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
