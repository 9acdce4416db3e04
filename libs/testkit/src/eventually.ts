/**
 * Asks again until `check` does not throw, and returns what it returned: for what happens soon, in place of sleeping.
 * @param options.within milliseconds, 10,000 when left out
 * @throws what `check` threw last when the time is over
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
