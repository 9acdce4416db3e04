import { showToast } from '@reelfair/ui'
import { type Notice, useLocation, useNavigate } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { useText } from '../messages/index.ts'

/** Shows why a redirect happened. The sign-in page shows the reason itself, without a time limit. */
export function Notices() {
  const { t } = useText()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const notice = (state as { notice?: Notice } | null)?.notice
  useEffect(() => {
    if (notice === undefined || pathname === '/login') return
    showToast(t(`notice-${notice}`), { kind: 'problem' })
    // Clears the notice, because reloading or going back would show it again.
    void navigate(pathname + search + hash, { replace: true, state: null })
  }, [notice, pathname, search, hash, navigate, t])
  return null
}
