/** The smoke test runs entries at small sizes to detect broken entries; it does not check performance. */
export const isSmoke = process.env.BENCH_SMOKE !== undefined

export const sized = (usual: number, small: number): number => (isSmoke ? small : usual)
