import { expect, test } from 'vitest'
import { runRandomOperations } from './testing/run-random-operations.ts'
import { startMoney } from './testing/start-money.ts'

const money = await startMoney()

test('conserves cents and credits with eight writers, duplicates and crashes across all money flows', { timeout: 300_000 }, async () => {
  const seed = Date.now() % 2 ** 31
  const { stations, credits, bought, paidByProvider, expected, entries } = await runRandomOperations(money, {
    operations: 160,
    writers: 8,
    seed,
  })
  expect(stations, `seed ${seed}`).toMatchObject({ sum: stations.earned, inTransfer: 0, paid: paidByProvider })
  expect(credits.sum, `seed ${seed}`).toBe(bought)
  expect({ stations, credits }, `seed ${seed}`).toMatchObject(expected)
  expect(entries).toBeGreaterThan(50)
})
