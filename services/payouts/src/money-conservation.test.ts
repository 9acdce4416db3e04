import { expect, test } from 'vitest'
import { runRandomOperations } from './testing/run-random-operations.ts'
import { startMoney } from './testing/start-money.ts'

const money = await startMoney()

test('eight writers, the whole money path, duplicates and deaths: no cent and no credit comes or goes', { timeout: 120_000 }, async () => {
  const seed = Date.now() % 2 ** 31
  const tally = await runRandomOperations(money, { operations: 240, writers: 8, seed })
  expect(tally.paidByLedger, `seed ${seed}`).toBe(tally.paidByProvider)
  expect(tally.available, `seed ${seed}`).toBe(tally.bought)
  expect(tally.entries).toBeGreaterThan(60)
})
