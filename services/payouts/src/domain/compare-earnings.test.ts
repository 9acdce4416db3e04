import { expect, test } from 'vitest'
import { differencesOfSignUp, nobodyReckoned } from './compare-earnings.ts'
import { useHold } from './credits.ts'
import { credit, signUpCause, signUpKeys, signUpOfKey } from './earnings.ts'
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
  entered(credit({ creatorId, subject: 'c1' }, { cents, station, cause: signUpCause('s1', cents) }))
const consumed = (views: number) => entered(useHold(hold, views, signUpCause('s1', views)).entry)
const reckoned = { signUpId: 's1', campaignId: 'c1', creatorId: 'p1', charged: 1_234, cents: 12 }

test('cents and credits that came in several entries, also after the end, agree', () => {
  expect(differencesOfSignUp(reckoned, [earned(7), earned(5, 'held')], [consumed(1_000), consumed(234)])).toEqual([])
})

test.each<[string, Parameters<typeof differencesOfSignUp>, string]>([
  ['a cent too much', [reckoned, [earned(13)], [consumed(1_234)]], '13 cents in the ledger, reckoned 12'],
  ['an entry that is missing', [reckoned, [], [consumed(1_234)]], '0 cents in the ledger, reckoned 12'],
  ['cents of another creator', [reckoned, [earned(12, 'accruing', 'p2')], [consumed(1_234)]], '0 cents in the ledger, reckoned 12'],
  ['a view too few', [reckoned, [earned(12)], [consumed(1_233)]], '1233 credits used in the ledger, 1234 views reckoned'],
  ['another campaign', [{ ...reckoned, campaignId: 'c2' }, [earned(12)], [consumed(1_234)]], 'an entry is for c1, not for its campaign'],
  ['a sign-up that nobody knows', [nobodyReckoned('s1'), [], [consumed(1_234)]], '1234 credits used in the ledger, 0 views reckoned'],
])('%s is told', (_, given, difference) => expect(differencesOfSignUp(...given)).toContain(difference))

test('the keys of entries name their sign-up', () => {
  expect(earned(12).key.startsWith(signUpKeys.earned)).toBe(true)
  expect(consumed(12).key.startsWith(signUpKeys.consumed)).toBe(true)
  for (const { key } of [earned(12), consumed(12)]) expect(signUpOfKey(key)).toBe('s1')
})
