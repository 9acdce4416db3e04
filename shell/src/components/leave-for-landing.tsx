import { PageSkeleton } from '@reelfair/ui'
import { useLanguage } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { homePath } from './home-path.ts'

/** The landing page is a separate document. The gateway redirects signed-in users to their home page. */
export function LeaveForLanding() {
  const { locale } = useLanguage()
  useEffect(() => {
    const path = homePath(locale)
    // Only a request loads another document: the router has already changed the address.
    if (location.pathname + location.search === path) location.reload()
    else location.replace(path)
  }, [locale])
  return <PageSkeleton />
}
