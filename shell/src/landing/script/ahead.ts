const TOWARDS = 'a[href^="/signup"], a[href^="/login"]'

/** Fetches the shell only when a visitor moves towards a link to it: by pointer, focus or touch. */
export function fetchAhead(): void {
  const files = document.body.dataset.ahead?.split(' ').filter(Boolean) ?? []
  const listening = new AbortController()
  const fetchAll = (event: Event) => {
    if (!(event.target instanceof Element && event.target.closest(TOWARDS))) return
    listening.abort()
    for (const href of files) {
      const link = document.createElement('link')
      link.rel = 'prefetch'
      link.as = href.endsWith('.css') ? 'style' : 'script'
      link.href = href
      document.head.append(link)
    }
  }
  for (const kind of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(kind, fetchAll, { passive: true, signal: listening.signal })
}
