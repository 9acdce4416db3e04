import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const PRODUCT = 'Reelfair'
let shownPath: string | undefined

/**
 * Sets the document title. After navigation, scrolls to the top and focuses the `<h1>`, so that screen readers announce
 * the page. With a `#hash`, scrolls to that section and focuses its heading instead, as soon as the section has loaded.
 * @param title in the reader's language; undefined while unknown
 * @example usePage(t('campaigns-title'))
 */
export function usePage(title: string | undefined): void {
  const { pathname, hash, key } = useLocation()
  useEffect(() => {
    if (title !== undefined) document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link clicked again changes only `key`.
  useEffect(() => {
    const first = shownPath === undefined
    const same = shownPath === pathname
    shownPath = pathname
    const part = hash.slice(1)
    if (part && openPart(part)) return
    // On the first page, leave focus unchanged and keep the scroll position that the browser restores on reload.
    if (!(first || same)) {
      scrollTo(0, 0)
      focusOn(document.querySelector<HTMLElement>('h1') ?? document.getElementById('content'))
    }
    return part ? openPartWhenLoaded(part) : undefined
  }, [pathname, hash, key])
}

/** @returns whether the page contains the section */
function openPart(id: string): boolean {
  const part = document.getElementById(id)
  if (!part) return false
  part.scrollIntoView()
  focusOn(document.getElementById(part.getAttribute('aria-labelledby') ?? '') ?? part)
  return true
}

/** Not `scroll`, which our own scrolling fires too. */
const USER_ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focusin'] as const
const LONGEST_WAIT_MS = 10_000

/**
 * Waits for a section that is still loading, but never moves the page once the user has acted or read for a while.
 * @returns a function that stops waiting
 */
function openPartWhenLoaded(id: string): () => void {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const act of USER_ACTS) removeEventListener(act, stop)
  }
  const observer = new MutationObserver(() => openPart(id) && stop())
  const timer = setTimeout(stop, LONGEST_WAIT_MS)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const act of USER_ACTS) addEventListener(act, stop, { passive: true })
  return stop
}

function focusOn(place: HTMLElement | null): void {
  if (!place) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
