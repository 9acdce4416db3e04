import { type ReactNode, useEffect, useRef, useState } from 'react'

/** By then everything of the first load has come: whoever prints or searches the page without scrolling finds the part, too. */
const AT_LAST_MS = 10_000

/**
 * A part far below the fold, whose code is fetched when the reader is one screen away from it.
 * @param waiting what stands in its place till then, as high as it
 * @param children with a `lazy` component in them
 * @example <WhenNear waiting={waiting}><Suspense fallback={waiting}><LastNights /></Suspense></WhenNear>
 */
export function WhenNear({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const approach = () => setNear(true)
    // jsdom has none.
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
