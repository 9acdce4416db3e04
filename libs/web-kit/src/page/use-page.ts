import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const PRODUCT = 'Reelfair'
let shownPath: string | undefined

/**
 * Sets the document title. After navigation, scrolls to the top and focuses the `<h1>`, so that screen readers announce
 * the page. With a `#hash`, scrolls to that section and focuses its heading instead.
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
    if (hash) {
      const part = document.getElementById(hash.slice(1))
      part?.scrollIntoView()
      return focusOn(document.getElementById(part?.getAttribute('aria-labelledby') ?? '') ?? part)
    }
    // On the first page, leave focus unchanged and keep the scroll position that the browser restores on reload.
    if (first || same) return
    scrollTo(0, 0)
    focusOn(document.querySelector<HTMLElement>('h1') ?? document.getElementById('content'))
  }, [pathname, hash, key])
}

function focusOn(place: HTMLElement | null): void {
  if (!place) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
