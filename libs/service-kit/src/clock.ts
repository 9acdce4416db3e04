/** The one source of time. All code asks it; the sandbox and the tests move it. */
export interface Clock {
  now(): Date
  /** Called at once after each jump of the clock (the sandbox's console, a test), so that what waits for an hour looks again. Returns how to stop. */
  onJump(listener: () => void): () => void
}

/** The machine's clock, which never jumps. @example await startService(campaigns, { env, clock: systemClock }) */
export const systemClock: Clock = { now: () => new Date(), onJump: () => () => {} }
