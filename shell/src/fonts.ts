/** Text shifts when a font loads late, but a longer wait would be worse. */
const MAX_WAIT_MS = 1_000

/** Resolves once the first screen's fonts have loaded, failed or timed out. public/early.js starts their downloads. */
export const fonts = Promise.race([
  Promise.allSettled(['Instrument Sans', 'Fraunces'].map(async (family) => document.fonts.load(`1em "${family}"`))),
  new Promise((done) => setTimeout(done, MAX_WAIT_MS)),
])
