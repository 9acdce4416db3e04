import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const PRODUCT = 'Reelfair'
let shownPath: string | undefined

/**
 * What every page does when it is shown: its title in the tab, and after a navigation the reader at its top with focus on its `<h1>` (so that a
 * screen reader says where it is), or at the part that `#hash` names with focus on the heading that labels it.
 * @param title in the reader's language; undefined while it is not known yet
 * @example usePage(t('campaigns-title'))
 */
export function usePage(title: string | undefined): void {
  const { pathname, hash, key } = useLocation()
  useEffect(() => {
    if (title !== undefined) document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has a new key, and leads to its part again.
  useEffect(() => {
    const first = shownPath === undefined
    const same = shownPath === pathname
    shownPath = pathname
    if (hash) {
      const part = document.getElementById(hash.slice(1))
      part?.scrollIntoView()
      return focusOn(document.getElementById(part?.getAttribute('aria-labelledby') ?? '') ?? part)
    }
    // The first page keeps the browser's own focus and, on a reload, its place.
    if (first || same) return
    scrollTo(0, 0)
    focusOn(document.querySelector<HTMLElement>('h1') ?? document.getElementById('content'))
  }, [pathname, hash, key])
}

function focusOn(place: HTMLElement | null): void {
  if (!place) return
  // What the keyboard reaches by itself stays so.
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
