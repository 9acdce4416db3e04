import { expect, test } from 'vitest'
import { killedAnywhere } from './killed-anywhere.ts'

test('killed before and after each kind of commit, and started again: the same totals, to the last view and cent', async () => {
  const deaths = await killedAnywhere(1)
  for (const kind of [
    'holds',
    'credits',
    'observations',
    'tasks',
    '“signup.credited”',
    '“campaign.ended”',
    '“signup.settled”',
    '“credits.held”',
    '“views.qualified”',
  ])
    for (const when of ['before', 'after'])
      expect(
        deaths.filter((death) => death.startsWith(when) && death.includes(kind)),
        `${when} ${kind}`,
      ).not.toEqual([])
})
