// Runs by itself while the app's scripts are on their way: the processor is idle then, and at the end the network, too.

// The first formatter of a document loads the tables of languages and time zones, a tenth of a second on a slow phone.
new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', dateStyle: 'medium', timeStyle: 'short' }).format()

// src/fonts.ts waits for the same fonts. They are asked for when one script is left: earlier they would hold up the scripts, later a round trip would be lost.
const coming = new Set([...document.querySelectorAll('script[defer]')].map(({ src }) => src))
new PerformanceObserver((list, observer) => {
  for (const { name } of list.getEntries()) coming.delete(name)
  if (coming.size > 1) return
  observer.disconnect()
  for (const family of ['Instrument Sans', 'Fraunces']) void document.fonts.load(`1em "${family}"`).catch(() => undefined)
}).observe({ type: 'resource', buffered: true })
