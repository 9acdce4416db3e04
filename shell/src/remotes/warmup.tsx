import { likelyRole, useSession } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { loadRemoteApp } from './load-remote.ts'

/** Long after the first page stands: what is not needed yet must not compete with what is. */
const RICH_AFTER_MS = 10_000

/** Starts loading what whoever is signed in will need next: the role's app at once, the rich components when they have looked around. */
export function Warmup() {
  const session = useSession()
  const role = session.state === 'present' ? session.me.role : session.state === 'asking' ? likelyRole() : null
  const present = session.state === 'present'
  useEffect(() => {
    // A failure here is no one's concern yet: the page that needs the app asks again, and shows what is wrong.
    if (role) loadRemoteApp(role, 0).catch(() => undefined)
  }, [role])
  useEffect(() => {
    if (!present) return
    const timer = setTimeout(() => void import('@reelfair/ui/rich').catch(() => undefined), RICH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [present])
  return null
}
