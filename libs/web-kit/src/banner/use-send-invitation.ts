import type { Invitation, InvitationDraft } from '@reelfair/contracts'
import { ApiError, useWrite } from '@reelfair/web-kit'
import { useEffect, useRef, useState } from 'react'

/** The partnerships service learns of a new logo within a second or two. */
const LOGO_RETRIES = 6
const LOGO_WAIT_MS = 1_000

const isLogoPending = (error: unknown) => error instanceof ApiError && error.code === 'logo_not_ready'

/** Sends the invitation, and waits a few seconds for a logo that was uploaded just before. */
export function useSendInvitation(onSent: (invitation: Invitation) => void) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const isGone = useRef(false)
  const request = useWrite('POST', '/partnerships/invitations', { changes: ['invitations', 'credits'] })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const send = async (draft: InvitationDraft) => {
    setPending(true)
    setError(undefined)
    for (let retries = LOGO_RETRIES; !isGone.current; retries -= 1) {
      const result = await request.mutateAsync(draft).catch((failure: unknown) => ({ failure }))
      if (!('failure' in result)) {
        onSent(result)
        break
      }
      if (!isLogoPending(result.failure) || retries === 0) {
        setError(result.failure)
        break
      }
      await new Promise((resolve) => setTimeout(resolve, LOGO_WAIT_MS))
    }
    setPending(false)
  }
  return { send, isPending, error }
}
