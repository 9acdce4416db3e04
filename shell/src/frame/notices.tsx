import { showToast } from '@reelfair/ui'
import { type Notice, useLocation, useNavigate } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { useText } from '../messages/index.ts'

/** Says why a guard led here. The sign-in page says it itself, where it stays as long as it is needed. */
export function Notices() {
  const { t } = useText()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const notice = (state as { notice?: Notice } | null)?.notice
  useEffect(() => {
    if (notice === undefined || pathname === '/login') return
    showToast(t(`notice-${notice}`), { kind: 'problem' })
    // Said once: a reload or a step back does not say it again.
    void navigate(pathname + search + hash, { replace: true, state: null })
  }, [notice, pathname, search, hash, navigate, t])
  return null
}
