/** The smoke test runs every entry, so that none breaks unseen; it judges nothing. */
export const isSmoke = process.env.BENCH_SMOKE !== undefined

/** A number of which the smoke test takes a small one. */
export const sized = (usual: number, small: number): number => (isSmoke ? small : usual)
