import { expect, test } from 'vitest'
import { runRandomOperations } from './testing/run-random-operations.ts'
import { startMoney } from './testing/start-money.ts'

const OPERATIONS = Number(process.env.SOAK_OPERATIONS ?? 100_000)
const money = await startMoney()

test('conserves cents and credits in 100,000 operations by eight writers', { timeout: 6 * 3_600_000 }, async () => {
  const seed = Date.now() % 2 ** 31
  const tally = await runRandomOperations(money, { operations: OPERATIONS, writers: 8, seed })
  process.stderr.write(`${JSON.stringify({ seed, ...tally }, null, 1)}\n`)
  expect(tally.stations.sum, `seed ${seed}`).toBe(tally.stations.earned)
  expect(tally.stations, `seed ${seed}`).toMatchObject({ inTransfer: 0, paid: tally.paidByProvider })
  expect(tally.credits.sum, `seed ${seed}`).toBe(tally.bought)
  expect(tally, `seed ${seed}`).toMatchObject(tally.expected)
  for (const phase of ['campaign settled', ...['rejected', 'expired', 'withdrawn', 'settled'].map((phase) => `invitation ${phase}`)])
    expect(tally.phases, `seed ${seed}`).toHaveProperty([phase])
})
