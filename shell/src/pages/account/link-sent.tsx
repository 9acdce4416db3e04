import { Button, ErrorText, useNow } from '@reelfair/ui'
import { useText } from './messages/index.ts'

interface LinkSentProps {
  readonly text: string
  readonly note: string
  /** When the service accepts another request, in server time. */
  readonly resendAt: number
  readonly busy: boolean
  readonly error: Error | null
  readonly onAgain: () => void
}

export function LinkSent({ text, note, resendAt, busy, error, onAgain }: LinkSentProps) {
  const { t } = useText()
  const now = useNow(1_000)
  const seconds = Math.max(0, Math.ceil((resendAt - now) / 1_000))
  return (
    <div className="shell-mail">
      <p role="status">{text}</p>
      <p className="rf-note">{note}</p>
      <div className="shell-mail-actions">
        <Button onClick={onAgain} busy={busy} disabled={seconds > 0}>
          {t('email-again')}
        </Button>
        {seconds > 0 && <span className="rf-note">{t('email-again-in', { seconds })}</span>}
      </div>
      <ErrorText error={error} />
    </div>
  )
}
