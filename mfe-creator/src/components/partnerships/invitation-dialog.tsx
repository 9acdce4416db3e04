import type { Partnership } from '@reelfair/contracts'
import { LoadError, SkeletonRows, showToast, useNow } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'
import { AcceptedDialog } from './accepted-dialog.tsx'
import { InvitationOver } from './invitation-over.tsx'
import { useText } from './messages/index.ts'
import { Offer } from './offer.tsx'
import { isAnswerable } from './outcome.tsx'
import { useAcceptInvitation, useInvitation, useRefuseInvitation } from './queries.ts'
import { Refusal } from './refusal.tsx'

interface InvitationDialogProps {
  readonly invitationId: string
  /** Asks at once whether to refuse. "Back" then closes the dialog instead of showing the offer. */
  readonly startsWithRefusal: boolean
  readonly onClose: () => void
}

/** One invitation: its offer while the creator can answer, otherwise what became of it, also if that happens meanwhile. */
export function InvitationDialog(props: InvitationDialogProps) {
  return (
    <RichProvider>
      <Content {...props} />
    </RichProvider>
  )
}

function Content({ invitationId, startsWithRefusal, onClose }: InvitationDialogProps) {
  const { t } = useText()
  const now = useNow(10_000)
  const invitation = useInvitation(invitationId)
  const [isRefusing, setRefusing] = useState(startsWithRefusal)
  const [accepted, setAccepted] = useState<Partnership>()
  const accept = useAcceptInvitation((partnership) => {
    showToast(t('accept-done'), { kind: 'done' })
    setAccepted(partnership)
  })
  const refuse = useRefuseInvitation(() => {
    showToast(t('refuse-done'), { kind: 'done' })
    onClose()
  })
  // The service knows better: it says what has become of the invitation.
  const isRefused = [accept.error, refuse.error].some((error) => error instanceof ApiError && !error.outcomeUnknown)
  const { refetch } = invitation
  useEffect(() => {
    if (isRefused) void refetch()
  }, [isRefused, refetch])

  if (accepted) return <AcceptedDialog partnership={accepted} onClose={onClose} />
  if (!invitation.data) {
    return (
      <Dialog open onClose={onClose} size="page" title={t('invite-title')}>
        {invitation.isPending ? <SkeletonRows rows={4} height={96} /> : <LoadError title={t('invite-failed')} query={invitation} />}
      </Dialog>
    )
  }
  if (!isAnswerable(invitation.data, now)) return <InvitationOver invitation={invitation.data} onClose={onClose} />
  if (isRefusing) {
    return (
      <Refusal
        invitation={invitation.data}
        busy={refuse.isPending}
        error={refuse.error}
        onConfirm={() => refuse.mutate({ invitationId })}
        onClose={startsWithRefusal ? onClose : () => setRefusing(false)}
      />
    )
  }
  return (
    <Offer
      invitation={invitation.data}
      busy={accept.isPending}
      error={accept.error}
      onAccept={() => accept.mutate({ invitationId })}
      onRefuse={() => setRefusing(true)}
      onClose={onClose}
    />
  )
}
