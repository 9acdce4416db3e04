/** The smoke test runs entries at small sizes, so that no entry breaks unnoticed; it does not judge performance. */
export const isSmoke = process.env.BENCH_SMOKE !== undefined

/** Returns the usual size, or the small one in the smoke test. */
export const sized = (usual: number, small: number): number => (isSmoke ? small : usual)
