/**
 * Waits for `promise` for a limited time and always clears its timer. A timeout does not cancel the work; its later
 * outcome, even an error, is ignored. If the work accepts a signal, pass `AbortSignal.timeout` to it instead.
 * @param ms time limit in milliseconds, for example what remains until a deadline; at least 1 ms
 * @param onTimeout returns the value, or throws the error, that replaces the outcome
 * @throws the error of `promise` or `onTimeout`
 * @example
 * const session = await withTimeout(provider.readCheckout(id), 2_000, () => undefined)
 * const facts = await withTimeout(decode(file), 15_000, () => refuse('media_video_unreadable'))
 */
export async function withTimeout<T, U>(promise: Promise<T>, ms: number, onTimeout: () => U): Promise<T | U> {
  const { promise: late, resolve, reject } = Promise.withResolvers<U>()
  const timer = setTimeout(
    () => {
      try {
        resolve(onTimeout())
      } catch (error) {
        reject(error)
      }
    },
    Math.max(1, ms),
  )
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
