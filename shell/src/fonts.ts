/** Text drawn in a fallback font moves when its own font comes; later than this the page is better than nothing. */
const LONGEST_WAIT_MS = 1_000

/** Resolved once the fonts of every first screen are there, have failed, or have taken too long. public/early.js has asked for them. */
export const fonts = Promise.race([
  Promise.allSettled(['Instrument Sans', 'Fraunces'].map((family) => document.fonts.load(`1em "${family}"`))),
  new Promise((done) => setTimeout(done, LONGEST_WAIT_MS)),
])
