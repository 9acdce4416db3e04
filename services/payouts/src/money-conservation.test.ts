import { expect, test } from 'vitest'
import { runRandomOperations } from './testing/run-random-operations.ts'
import { startMoney } from './testing/start-money.ts'

const money = await startMoney()

test('eight writers, the whole money path, duplicates and deaths: no cent and no credit comes or goes', { timeout: 300_000 }, async () => {
  const seed = Date.now() % 2 ** 31
  const { stations, credits, bought, paidByProvider, entries } = await runRandomOperations(money, { operations: 400, writers: 8, seed })
  expect(stations, `seed ${seed}`).toMatchObject({ sum: stations.earned, inTransfer: 0, paid: paidByProvider })
  expect(credits.sum, `seed ${seed}`).toBe(bought)
  expect(entries).toBeGreaterThan(300)
})
