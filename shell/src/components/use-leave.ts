import { showToast } from '@reelfair/ui'
import { sentenceOfError, useSignOut } from '@reelfair/web-kit'
import { useText } from '../messages/index.ts'

/** Signs out, and shows a message if that fails. */
export function useLeave() {
  const { t, locale } = useText()
  const { mutate, isPending } = useSignOut()
  const leave = () =>
    mutate(undefined, {
      onError: (error) => showToast(sentenceOfError(error, locale) ?? t('sign-out-failed'), { kind: 'problem' }),
    })
  return { leave, isLeaving: isPending }
}
