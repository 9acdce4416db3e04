import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Delay after which the part appears without scrolling, so that it can be printed and searched. By then, the
 * first load is complete.
 */
const AT_LAST_MS = 10_000

/**
 * Renders a part far below the fold. The part's code loads when the reader is one screen away.
 * @param waiting placeholder of the same height
 * @param children content with a `lazy` component
 * @example <WhenNear waiting={waiting}><Suspense fallback={waiting}><LastNights /></Suspense></WhenNear>
 */
export function WhenNear({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const approach = () => setNear(true)
    // jsdom does not implement IntersectionObserver.
    if (!place.current || typeof IntersectionObserver === 'undefined') return approach()
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && approach(), {
      rootMargin: '100% 0%',
    })
    observer.observe(place.current)
    const timer = setTimeout(approach, AT_LAST_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return <div ref={place}>{near ? children : waiting}</div>
}
