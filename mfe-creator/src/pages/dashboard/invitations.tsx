import type { Invitation } from '@reelfair/contracts'
import { EmptyState, LoadError, SkeletonRows } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { useOpenInvitations } from '../../components/partnerships/queries.ts'
import type { InvitationDialogControl } from '../../components/partnerships/use-invitation-dialog.tsx'
import { useText } from '../../messages/index.ts'

// Most creators have no open invitation, and their dashboard must not load its parts.
const InvitationRow = lazy(async () => ({ default: (await import('./invitation-row.tsx')).InvitationRow }))

export const isPending = ({ status }: Invitation) => status === 'pending'

type Answers = Pick<InvitationDialogControl, 'open' | 'refuse'>

export function Invitations({ answers }: { answers: Answers }) {
  const { t } = useText()
  const invitations = useOpenInvitations()
  if (invitations.isPending) return <SkeletonRows rows={2} height={96} />
  if (!invitations.items) return <LoadError title={t('invitations-failed')} query={invitations} />
  const pending = invitations.items.filter(isPending)
  if (pending.length === 0) {
    return <EmptyState title={t('invitations-empty')} />
  }
  // The invitation that expires first is the one to answer first.
  const soonest = pending.toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''))
  return (
    <Suspense fallback={<SkeletonRows rows={pending.length} height={96} />}>
      <ul className="creator-rows">
        {soonest.map((invitation, index) => (
          <InvitationRow key={invitation.id} invitation={invitation} isFirst={index === 0} answers={answers} />
        ))}
      </ul>
    </Suspense>
  )
}
