/** The only source of time; the sandbox and tests can move the clock. */
export interface Clock {
  now(): Date
  /**
   * Calls `listener` right after each clock jump, so that timers can recheck the time. Returns a function that
   * unsubscribes.
   */
  onJump(listener: () => void): () => void
}

/** The machine's clock, which never jumps. @example await startService(campaigns, { env, clock: systemClock }) */
export const systemClock: Clock = { now: () => new Date(), onJump: () => () => {} }
