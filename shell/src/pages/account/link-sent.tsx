import type { ConfirmationSent } from '@reelfair/contracts'
import { useState } from 'react'
import { type PendingEmail, pendingEmailOf, waitOf } from '../../components/pending-email.ts'
import { ResendButton } from '../../components/resend-button.tsx'

/** The e-mail that has been sent, if any. `answersFor` handles the responses to a request for one. */
export function useSentLink() {
  const [sent, setSent] = useState<PendingEmail>()
  const answersFor = (email: string) => {
    const wait = (seconds: number) => setSent(pendingEmailOf(email, undefined, seconds))
    return {
      onSuccess: ({ resendAfterSeconds }: ConfirmationSent) => wait(resendAfterSeconds),
      onError: (refusal: Error) => {
        const seconds = waitOf(refusal)
        if (sent && seconds !== undefined) wait(seconds)
      },
    }
  }
  return { sent, forget: () => setSent(undefined), answersFor }
}

interface LinkSentProps {
  readonly text: string
  readonly note: string
  readonly sent: PendingEmail
  readonly request: { readonly isPending: boolean; readonly error: Error | null }
  readonly onAgain: () => void
}

export function LinkSent({ text, note, sent, request, onAgain }: LinkSentProps) {
  return (
    <div className="shell-mail">
      <p role="status">{text}</p>
      <p className="rf-note">{note}</p>
      <ResendButton resendAt={sent.resendAt} busy={request.isPending} error={request.error} onClick={onAgain} />
    </div>
  )
}
