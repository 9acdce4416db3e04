import { likelyRole, useSession } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { loadRemoteApp } from './load-remote.ts'

/** The rich components load later, so that they do not compete with the first page. */
const RICH_AFTER_MS = 10_000

/** Loads a user's app immediately and the rich components later. */
export function Warmup() {
  const session = useSession()
  const role = session.state === 'present' ? session.me.role : session.state === 'asking' ? likelyRole() : null
  const present = session.state === 'present'
  useEffect(() => {
    // The page that needs the app tries again and shows the error.
    if (role) loadRemoteApp(role, 0).catch(() => undefined)
  }, [role])
  useEffect(() => {
    if (!present) return
    const timer = setTimeout(() => void import('@reelfair/ui/rich').catch(() => undefined), RICH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [present])
  return null
}
