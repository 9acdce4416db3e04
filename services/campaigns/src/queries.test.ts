import { expect, test } from 'vitest'
import { runAllQueries } from './testing/run-all-queries.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

test('uses an index for every query and reads at most three documents per returned document', {
  timeout: 1_800_000,
}, async () => {
  const { queryCount, faults } = await runAllQueries(documents)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(100)
})
