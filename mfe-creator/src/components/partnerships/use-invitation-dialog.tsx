import { useSearchParams } from '@reelfair/web-kit'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const InvitationDialog = lazy(async () => ({ default: (await import('./invitation-dialog.tsx')).InvitationDialog }))

const PARAMETER = 'invitation'

/** Delay before checking whether closing the dialog left nothing focused. */
const FOCUS_AFTER_MS = 50

/** If the button that opened the dialog no longer exists, focuses the new partnership or the first section. */
const keepFocus = (invitationId: string) =>
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const place = document.getElementById(`part-${invitationId}`) ?? document.querySelector<HTMLElement>('main h2')
    if (!place) return
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  }, FOCUS_AFTER_MS)

export interface InvitationDialogControl {
  readonly open: (invitationId: string) => void
  /** Immediately asks whether to refuse the invitation. */
  readonly refuse: (invitationId: string) => void
  /** Renders nothing while no invitation is open. */
  readonly dialog: ReactNode
}

/** The address names the open invitation, so that notifications and e-mails can link to it. */
export function useInvitationDialog(): InvitationDialogControl {
  const [search, setSearch] = useSearchParams()
  const [refusing, setRefusing] = useState<string>()
  const opened = search.get(PARAMETER) ?? undefined
  const show = (invitationId: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (invitationId === undefined) after.delete(PARAMETER)
        else after.set(PARAMETER, invitationId)
        return after
      },
      { replace: true },
    )
  const shown = refusing ?? opened
  const close = () => {
    setRefusing(undefined)
    if (opened !== undefined) show(undefined)
    if (shown !== undefined) keepFocus(shown)
  }
  return {
    open: show,
    refuse: setRefusing,
    dialog: shown && (
      <Suspense>
        <InvitationDialog key={shown} invitationId={shown} startsWithRefusal={refusing !== undefined} onClose={close} />
      </Suspense>
    ),
  }
}
