import { showToast } from '@reelfair/ui'
import { sentenceOfError, useSignOut } from '@reelfair/web-kit'
import { useText } from '../messages/index.ts'

/** Signs out, and shows a message if that fails. */
export function useSignOutButton() {
  const { t, locale } = useText()
  const { mutate, isPending } = useSignOut()
  const signOut = () =>
    mutate(undefined, {
      onError: (error) => showToast(sentenceOfError(error, locale) ?? t('sign-out-failed'), { kind: 'problem' }),
    })
  return { signOut, isSigningOut: isPending }
}
