/** Text in a fallback font moves when its own font loads. After this limit, showing the page matters more. */
const LONGEST_WAIT_MS = 1_000

/** Resolves once the first screen's fonts have loaded, failed or timed out. public/early.js requests them first. */
export const fonts = Promise.race([
  Promise.allSettled(['Instrument Sans', 'Fraunces'].map(async (family) => document.fonts.load(`1em "${family}"`))),
  new Promise((done) => setTimeout(done, LONGEST_WAIT_MS)),
])
