import { Button, ErrorText, useNow } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

interface ResendButtonProps {
  /** When the service accepts another request, in milliseconds of server time. */
  readonly resendAt: number
  readonly busy: boolean
  readonly error: Error | null
  readonly onClick: () => void
}

/** Requests another e-mail; counts down until the service accepts the request. */
export function ResendButton({ resendAt, busy, error, onClick }: ResendButtonProps) {
  const { t } = useText()
  const seconds = Math.max(0, Math.ceil((resendAt - useNow(1_000)) / 1_000))
  return (
    <>
      <div className="shell-mail-actions">
        <Button onClick={onClick} busy={busy} disabled={seconds > 0}>
          {t('verify-resend')}
        </Button>
        {seconds > 0 && <span className="rf-note">{t('verify-resend-in', { seconds })}</span>}
      </div>
      <ErrorText error={error} />
    </>
  )
}
