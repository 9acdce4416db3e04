/**
 * The fonts of every first screen, asked for as soon as a script of ours runs: earlier they would hold up the scripts, and while these are evaluated the network is
 * idle. Headlines would wrap otherwise in their fallback, so the first page waits for them.
 */
export const fonts = Promise.all(['Instrument Sans', 'Fraunces'].map((family) => document.fonts.load(`1em "${family}"`)))
