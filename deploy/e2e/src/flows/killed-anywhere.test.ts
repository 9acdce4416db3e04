import { expect, test } from 'vitest'
import { compareWithKills } from './killed-anywhere.ts'

// `npm run soak` kills the process at every kind of commit.
test('reaches the same totals, to the last view and cent, when killed at some kinds of commit', { timeout: 300_000 }, async () => {
  const deaths = await compareWithKills(18)
  for (const service of ['campaigns', 'metrics', 'payouts'])
    expect(
      deaths.filter((death) => death.includes(` ${service}: `)),
      service,
    ).not.toEqual([])
})
