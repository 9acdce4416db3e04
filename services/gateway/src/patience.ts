/** A page waits at most this long for what it can do without. */
export const PATIENCE_MS = 500
