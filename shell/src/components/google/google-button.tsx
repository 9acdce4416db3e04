import { Button, ErrorText } from '@reelfair/ui'
import { offersGoogle, useStartGoogle } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import type { SignUpRole } from '../auth-page-link.ts'
import { GoogleMark } from './google-mark.tsx'

interface Props {
  readonly role?: SignUpRole | undefined
  readonly redirect: string | undefined
  /** Undefined on the sign-in page, where new users accept the Terms after they return from Google. */
  readonly termsAccepted?: boolean
  readonly onTermsMissing?: () => void
}

/** Role, redirect and accepted Terms survive the round trip. Hidden unless the operator has set up Google. */
export function GoogleButton({ role, redirect, termsAccepted, onTermsMissing }: Props) {
  const { t } = useText()
  const start = useStartGoogle('/identity/google/sign-ins')
  if (!offersGoogle()) return null
  const go = () => {
    if (termsAccepted === false) return onTermsMissing?.()
    start.mutate({ ...(role && { role }), ...(termsAccepted && { termsAccepted }), ...(redirect !== undefined && { redirect }) })
  }
  return (
    <>
      <p className="shell-or">{t('google-or')}</p>
      <ErrorText error={start.error} />
      <Button wide icon={GoogleMark} busy={start.isPending} onClick={go}>
        {t('google-continue')}
      </Button>
    </>
  )
}
