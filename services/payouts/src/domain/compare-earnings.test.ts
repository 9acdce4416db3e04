import { expect, test } from 'vitest'
import { compareEarner, unknownEarner } from './compare-earnings.ts'
import { consumeHold } from './credits.ts'
import { causeOf, type Earner, earnerOfKey, keysOf, postEarned, postReduction, signUpCause } from './earnings.ts'
import { type Entry, type EntryDraft, emptyAccount, post } from './ledger.ts'

const hold = {
  kind: 'campaign',
  id: 'c1',
  brandId: 'b1',
  credits: 5_000,
  consumed: 0,
  status: 'held',
  missing: 0,
  decidedAt: new Date(0),
} as const
const entered = (draft: EntryDraft): Entry => {
  const accounts = new Map(draft.moves.map(({ account }) => [account.id, { ...emptyAccount(account), balance: 10_000 }]))
  return post(draft, accounts, { id: 'e', causeId: 'x', at: new Date(0) }).entry
}
const earned = (cents: number, station: 'accruing' | 'held' = 'accruing', creatorId = 'p1') =>
  entered(postEarned({ creatorId, subject: 'c1' }, { cents, station, cause: signUpCause('s1', cents) }))
const consumed = (views: number) => entered(consumeHold(hold, views, signUpCause('s1', views)).entry)
const recomputed = { earner: 'sign-up', id: 's1', subject: 'c1', creatorId: 'p1', charged: 1_234, cents: 12 } as const

test('accepts cents and credits posted in several entries, some of them after the campaign ended', () => {
  expect(compareEarner(recomputed, [earned(7), earned(5, 'held')], [consumed(1_000), consumed(234)])).toEqual([])
})

test.each<[string, Parameters<typeof compareEarner>, string]>([
  ['one cent too many', [recomputed, [earned(13)], [consumed(1_234)]], '13 cents in the ledger, recomputed 12'],
  ['a missing entry', [recomputed, [], [consumed(1_234)]], '0 cents in the ledger, recomputed 12'],
  ['cents of another creator', [recomputed, [earned(12, 'accruing', 'p2')], [consumed(1_234)]], '0 cents in the ledger, recomputed 12'],
  ['one view too few', [recomputed, [earned(12)], [consumed(1_233)]], '1233 credits used in the ledger, 1234 views recomputed'],
  [
    'an entry of another campaign',
    [{ ...recomputed, subject: 'c2' }, [earned(12)], [consumed(1_234)]],
    'an entry is for c1, not for its campaign',
  ],
  ['an unknown sign-up', [unknownEarner('sign-up', 's1'), [], [consumed(1_234)]], '1234 credits used in the ledger, 0 views recomputed'],
])('reports %s', (_, given, difference) => expect(compareEarner(...given)).toContain(difference))

test('accepts a partnership whose provisional cents were reduced, and names it if an entry is for something else', () => {
  const partnership = { earner: 'partnership', id: 's1', subject: 's1', creatorId: 'p1', charged: 1_234, cents: 12 } as const
  const reduced = entered(postReduction({ creatorId: 'p1', subject: 's1' }, { cents: 8, station: 'held', cause: 'x' }))
  const ended = entered(postEarned({ creatorId: 'p1', subject: 's1' }, { cents: 20, station: 'held', cause: 'y' }))
  expect(compareEarner({ ...partnership, charged: 0 }, [ended, reduced], [])).toEqual([])
  expect(compareEarner(partnership, [ended, reduced], [consumed(1_234)])).toEqual(['an entry is for c1, not for its partnership'])
})

test.each<Earner>(['sign-up', 'partnership'])('reads the id of a %s from a ledger entry key', (earner) => {
  const keys = keysOf(earner)
  const { key } = postEarned({ creatorId: 'p1', subject: 'c1' }, { cents: 1, station: 'held', cause: causeOf(earner, 's1', 7) })
  expect([key.startsWith(keys.earned), earnerOfKey(key)]).toEqual([true, 's1'])
  const used = consumeHold(hold, 1, causeOf(earner, 's1', 7)).entry.key
  expect([used.startsWith(keys.consumed), earnerOfKey(used)]).toEqual([true, 's1'])
})
