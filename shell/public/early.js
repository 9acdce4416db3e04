// Runs while the app's scripts download, when the processor is idle.

// The first formatter loads locale and time-zone data, which takes 100 ms on a slow phone.
new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', dateStyle: 'medium', timeStyle: 'short' }).format()

// Requests the fonts for src/fonts.ts when only one script is left to load. Earlier they would compete with the scripts;
// later they would cost another round trip. `document.fonts` is empty until the style sheet has loaded.
const pending = new Set([...document.querySelectorAll('script[defer]')].map(({ src }) => src))
new PerformanceObserver((list, observer) => {
  for (const { name } of list.getEntries()) pending.delete(name)
  if (pending.size > 1 || document.fonts.size === 0) return
  observer.disconnect()
  for (const family of ['Instrument Sans', 'Fraunces']) void document.fonts.load(`1em "${family}"`).catch(() => undefined)
}).observe({ type: 'resource', buffered: true })
