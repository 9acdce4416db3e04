import { expect, test } from 'vitest'
import { compareWithKills } from './killed-anywhere.ts'

test('reaches the same totals, to the last view and cent, when killed before and after each kind of commit', async () => {
  const deaths = await compareWithKills(1)
  for (const kind of [
    'holds',
    'allocation_lines',
    'observations',
    'tasks',
    '“signup.credited”',
    '“campaign.ended”',
    '“signup.settled”',
    '“credits.held”',
    '“views.qualified”',
    '“invitation.requested”',
    '“invitation.sent”',
    '“invitation.closed”',
    '“credits.released”',
    '“partnership.accepted”',
    '“partnership.ended”',
    '“partnership.settled”',
    '“partnership.payment-changed”',
  ])
    for (const when of ['before', 'after'])
      expect(
        deaths.filter((death) => death.startsWith(when) && death.includes(kind)),
        `${when} ${kind}`,
      ).not.toEqual([])
})
