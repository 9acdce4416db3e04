import { expect, test } from 'vitest'
import { killedAnywhere } from './killed-anywhere.ts'

// `npm run soak` kills at each kind of commit.
test('killed at some kinds of commits, and started again: the same totals, to the last view and cent', { timeout: 300_000 }, async () => {
  const deaths = await killedAnywhere(11)
  for (const service of ['campaigns', 'metrics', 'payouts'])
    expect(
      deaths.filter((death) => death.includes(` ${service}: `)),
      service,
    ).not.toEqual([])
})
