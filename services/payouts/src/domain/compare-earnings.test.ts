import { expect, test } from 'vitest'
import { compareSignUp, unknownSignUp } from './compare-earnings.ts'
import { consumeHold } from './credits.ts'
import { postEarned, signUpCause, signUpKeys, signUpOfKey } from './earnings.ts'
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
const recomputed = { signUpId: 's1', campaignId: 'c1', creatorId: 'p1', charged: 1_234, cents: 12 }

test('accepts cents and credits posted in several entries, some of them after the campaign ended', () => {
  expect(compareSignUp(recomputed, [earned(7), earned(5, 'held')], [consumed(1_000), consumed(234)])).toEqual([])
})

test.each<[string, Parameters<typeof compareSignUp>, string]>([
  ['one cent too many', [recomputed, [earned(13)], [consumed(1_234)]], '13 cents in the ledger, recomputed 12'],
  ['a missing entry', [recomputed, [], [consumed(1_234)]], '0 cents in the ledger, recomputed 12'],
  ['cents of another creator', [recomputed, [earned(12, 'accruing', 'p2')], [consumed(1_234)]], '0 cents in the ledger, recomputed 12'],
  ['one view too few', [recomputed, [earned(12)], [consumed(1_233)]], '1233 credits used in the ledger, 1234 views recomputed'],
  [
    'an entry of another campaign',
    [{ ...recomputed, campaignId: 'c2' }, [earned(12)], [consumed(1_234)]],
    'an entry is for c1, not for its campaign',
  ],
  ['an unknown sign-up', [unknownSignUp('s1'), [], [consumed(1_234)]], '1234 credits used in the ledger, 0 views recomputed'],
])('reports %s', (_, given, difference) => expect(compareSignUp(...given)).toContain(difference))

test('reads a sign-up’s id from a ledger entry key', () => {
  expect(earned(12).key.startsWith(signUpKeys.earned)).toBe(true)
  expect(consumed(12).key.startsWith(signUpKeys.consumed)).toBe(true)
  for (const { key } of [earned(12), consumed(12)]) expect(signUpOfKey(key)).toBe('s1')
})
