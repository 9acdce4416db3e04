/** A page waits at most this long for anything that it can do without. */
export const PATIENCE_MS = 500
