import type { Invitation, Partnership } from '@reelfair/contracts'
import { LoadError, SkeletonRows, showToast, useNow } from '@reelfair/ui'
import { Dialog, type DialogProps, RichProvider } from '@reelfair/ui/rich'
import { ApiError } from '@reelfair/web-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { InvitationTitle } from './invitation-title.tsx'
import { useText } from './messages/index.ts'
import { Deadline, Offer, OfferActions, RefusalActions } from './offer.tsx'
import { isAnswerable, OutcomeLink, OutcomeOf } from './outcome.tsx'
import { PartnershipGuide } from './partnership-guide.tsx'
import { useAcceptInvitation, useInvitation, useRefuseInvitation } from './queries.ts'
import { useBrandName } from './use-brand-name.ts'

interface InvitationDialogProps {
  readonly invitationId: string
  /** Asks at once whether to refuse. "Back" then closes the dialog instead of showing the offer. */
  readonly startsWithRefusal: boolean
  readonly onClose: () => void
}

/** What the dialog shows. All states share one dialog, so that it neither flashes nor loses the focus. */
type View = Omit<DialogProps, 'open' | 'onClose'> & { readonly state: 'loading' | 'offer' | 'refusal' | 'over' | 'accepted' }

/**
 * One invitation: its offer while the creator can answer, otherwise what became of it, also if that happens meanwhile.
 */
export function InvitationDialog(props: InvitationDialogProps) {
  const { state, children, ...dialog } = useView(props)
  return (
    <RichProvider>
      <Dialog {...dialog} open onClose={props.onClose}>
        <Body key={state}>{children}</Body>
      </Dialog>
    </RichProvider>
  )
}

/** Takes the focus, because the button that led to this state may no longer exist. */
function Body({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div className="creator-invite-body" ref={place} tabIndex={-1} data-autofocus>
      {children}
    </div>
  )
}

function useView({ invitationId, startsWithRefusal, onClose }: InvitationDialogProps): View {
  const { t } = useText()
  const now = useNow(10_000)
  const invitation = useInvitation(invitationId)
  const [isRefusing, setRefusing] = useState(startsWithRefusal)
  const { accepted, accept, refuse } = useAnswers(invitation.refetch, onClose)
  const brand = useBrandName()(accepted ?? invitation.data ?? {})

  if (accepted)
    return {
      state: 'accepted',
      size: 'page',
      title: t('accepted-title', { brand }),
      children: <PartnershipGuide partnership={accepted} level={3} />,
    }
  if (!invitation.data)
    return {
      state: 'loading',
      size: startsWithRefusal ? 'small' : 'page',
      title: t('invite-title'),
      children: invitation.isPending ? <SkeletonRows rows={2} height={96} /> : <LoadError title={t('invite-failed')} query={invitation} />,
    }
  if (!isAnswerable(invitation.data, now)) return overView(invitation.data)
  if (isRefusing)
    return {
      state: 'refusal',
      size: 'small',
      title: t('refuse-ask', { brand }),
      locked: refuse.isPending,
      children: <p>{t('refuse-text', { brand })}</p>,
      actions: (
        <RefusalActions
          busy={refuse.isPending}
          error={refuse.error}
          onBack={startsWithRefusal ? onClose : () => setRefusing(false)}
          onConfirm={() => refuse.mutate({ invitationId })}
        />
      ),
    }
  return {
    state: 'offer',
    size: 'page',
    title: <InvitationTitle of={invitation.data} />,
    locked: accept.isPending,
    lead: <Deadline invitation={invitation.data} />,
    children: <Offer invitation={invitation.data} />,
    actions: (
      <OfferActions
        busy={accept.isPending}
        error={accept.error}
        onRefuse={() => setRefusing(true)}
        onAccept={() => accept.mutate({ invitationId })}
      />
    ),
  }
}

/** Screen readers announce the outcome, because it may happen while the dialog is open. */
const overView = (invitation: Invitation): View => ({
  state: 'over',
  size: 'medium',
  title: <InvitationTitle of={invitation} />,
  children: (
    <>
      <div className="creator-invite-over" role="alert">
        <OutcomeOf invitation={invitation} />
      </div>
      <OutcomeLink invitation={invitation} />
    </>
  ),
})

function useAnswers(refetch: () => unknown, onRefused: () => void) {
  const { t } = useText()
  const [accepted, setAccepted] = useState<Partnership>()
  // No toast: the dialog shows the acceptance, and on phones the toast would cover its title.
  const accept = useAcceptInvitation(setAccepted)
  const refuse = useRefuseInvitation(() => {
    showToast(t('refuse-done'), { kind: 'done' })
    onRefused()
  })
  // The invitation may have ended meanwhile; then the dialog says how.
  const isDenied = [accept.error, refuse.error].some((error) => error instanceof ApiError && !error.outcomeUnknown)
  useEffect(() => {
    if (isDenied) void refetch()
  }, [isDenied, refetch])
  return { accepted, accept, refuse }
}
