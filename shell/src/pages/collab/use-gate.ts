import { showToast } from '@reelfair/ui'
import { accessTo, type Notice, sentenceOfError, useLocation, useNavigate, useSession, useSignOut } from '@reelfair/web-kit'
import { keepBooking } from '../../components/kept-booking.ts'
import { useText as useShellText } from '../../messages/index.ts'

const NEED = { role: 'brand', complete: true, contract: true } as const

/**
 * Lets only registered brands continue. Others sign in or complete their registration first and then return with the
 * same budget; people with another role are signed out.
 * @source specification §2, /collab
 */
export function useGate(budget: number) {
  const { t, locale } = useShellText()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const signOut = useSignOut()
  const here = `${pathname}?budget=${budget}#book`
  const isOtherRole = session.state === 'present' && session.me.role !== 'brand'

  const leaveFor = (to: string, notice?: Notice) => {
    keepBooking(here)
    void navigate(to, { state: { notice } })
  }
  const toSignIn = (notice: Notice) => leaveFor(`/login?role=brand&redirect=${encodeURIComponent(here)}`, notice)

  const pass = (onBrand: () => void) => {
    if (session.state === 'absent') return toSignIn('sign-in-first')
    if (isOtherRole)
      return signOut.mutate(undefined, {
        onSuccess: () => toSignIn('only-brands'),
        onError: (error) => showToast(sentenceOfError(error, locale) ?? t('sign-out-failed'), { kind: 'problem' }),
      })
    const access = accessTo(NEED, session, here)
    if (access.show === 'page') onBrand()
    else if (access.show === 'elsewhere') leaveFor(access.to, access.notice)
    else if (access.show === 'failure') access.retry()
  }
  const isBrand = session.state === 'present' && !isOtherRole
  return { pass, isBrand, isOtherRole, isBusy: session.state === 'asking' || signOut.isPending }
}

export type Gate = ReturnType<typeof useGate>
