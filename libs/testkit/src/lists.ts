/**
 * Calls `make` `count` times without awaiting the results.
 * @example await Promise.all(times(100, () => creator.post('/accounts', account)))
 */
export const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

/**
 * Counts the rows by the value of a field.
 * @example countBy(answers, 'status') // { 201: 1, 409: 99 }
 */
export function countBy<T, K extends keyof T>(rows: readonly T[], field: K): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[String(row[field])] = (counts[String(row[field])] ?? 0) + 1
  return counts
}
