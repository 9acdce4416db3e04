/**
 * Retries `check` until it stops throwing and returns its result. Use it instead of sleeping.
 * @param options.within time limit in milliseconds, 10,000 by default
 * @throws the last error of `check` after the time limit
 * @example await eventually(async () => expect((await brand.get('/credits')).body).toMatchObject({ held: 5_000 }))
 */
export async function eventually<T>(check: () => T | Promise<T>, options: { within?: number } = {}): Promise<T> {
  const deadline = Date.now() + (options.within ?? 10_000)
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
