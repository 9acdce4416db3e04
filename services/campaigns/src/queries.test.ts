import { expect, test } from 'vitest'
import { askAll } from './testing/ask-all.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 1_000)

test('every question to the database is answered by an index, and reads at most three documents for one', {
  timeout: 1_800_000,
}, async () => {
  const { asked, faults } = await askAll(documents)
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(100)
})
