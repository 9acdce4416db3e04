import type { Invitation } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { useState } from 'react'
import type { InvitedAccount } from './invite-entries.ts'
import { InviteForm } from './invite-form.tsx'
import { InviteStatus } from './invite-status.tsx'
import { useText } from './messages/index.ts'

interface InviteDialogProps {
  readonly account: InvitedAccount
  /** The goal that the brand has already chosen. */
  readonly viewsGoal?: number
  readonly onSent?: () => void
  readonly onClose: () => void
}

/**
 * Invites one account to a partnership of seven days: goal, banner, link, caption and start, then the status until the
 * credits are held. Its code is large, so pages load it on demand.
 * @example {invited && <Suspense><InviteDialog account={invited} viewsGoal={goal} onClose={close} /></Suspense>}
 */
export function InviteDialog({ account, viewsGoal = 10_000, onSent, onClose }: InviteDialogProps) {
  const { t } = useText()
  const [sent, setSent] = useState<Invitation>()
  const [isSending, setSending] = useState(false)
  const showSent = (invitation: Invitation) => {
    setSent(invitation)
    onSent?.()
  }
  return (
    <RichProvider>
      <Dialog open locked={isSending} size="large" onClose={onClose} title={t('invite-title', { username: handleOf(account.username) })}>
        {sent ? (
          <InviteStatus sent={sent} onClose={onClose} />
        ) : (
          <InviteForm account={account} viewsGoal={viewsGoal} onSending={setSending} onSent={showSent} />
        )}
      </Dialog>
    </RichProvider>
  )
}
