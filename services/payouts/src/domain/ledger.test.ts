import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToSums, conserved, countEntry, differencesOf, type Sums, startAudit } from './audit.ts'
import { brandCredits, cancelHold, creditsConsumed, creditsOf, creditsSold, decideHold, grant, type Hold, releaseHold } from './credits.ts'
import { type Account, type Entry, type EntryDraft, post } from './ledger.ts'

const at = new Date('2026-11-21T12:00:00Z')
const brand = 'b1'
const why = { reason: 'grant', subject: 'test' } as const

/** A ledger in memory: what the store does, without the database. */
function book() {
  const accounts = new Map<string, Account>()
  const entries: Entry[] = []
  return {
    accounts,
    entries,
    post(draft: EntryDraft) {
      const { entry, accounts: after } = post(draft, accounts, { id: String(entries.length), causeId: 'test', at })
      for (const account of after) accounts.set(account.id, { ...account, version: account.version + 1 })
      entries.push(entry)
      return entry
    },
  }
}

const sumsOf = (accounts: Iterable<Account>) => {
  const sums: Sums = {}
  for (const account of accounts) addToSums(sums, account)
  return sums
}

const move = (account: ReturnType<typeof brandCredits>, amount: number) => ({ account, amount })

test('a grant moves credits from what was sold to the brand, and each posting tells the balance after it', () => {
  const { post: enter } = book()
  expect(enter(grant(brand, 50_000, 'demo')).postings).toEqual([
    { account: 'platform:credits-sold:b1', unit: 'credit', amount: -50_000, balance: -50_000, version: 1 },
    { account: 'brand:b1:credits', unit: 'credit', amount: 50_000, balance: 50_000, version: 1 },
  ])
  expect(enter(grant(brand, 1, 'more')).postings[1]).toMatchObject({ balance: 50_001, version: 2 })
})

const other = { ...brandCredits('b2'), unit: 'eur_cent' as const }
test.each([
  ['one posting', [move(brandCredits(brand), 5)]],
  ['a sum that is not zero', [move(creditsSold(brand), -5), move(brandCredits(brand), 4)]],
  ['credits against cents', [move(creditsSold(brand), -5), move(other, 5)]],
  ['an amount of zero', [move(creditsSold(brand), 0), move(brandCredits(brand), 0)]],
  ['half a credit', [move(creditsSold(brand), -0.5), move(brandCredits(brand), 0.5)]],
  ['no number', [move(creditsSold(brand), Number.NaN), move(brandCredits(brand), Number.NaN)]],
  ['more than can be counted', [move(creditsSold(brand), -(2 ** 53)), move(brandCredits(brand), 2 ** 53)]],
  ['one account twice', [move(brandCredits(brand), 5), move(brandCredits(brand), -5)]],
  ['a brand below zero', [move(brandCredits(brand), -1), move(creditsSold(brand), 1)]],
  ['two owners', [move(creditsSold(brand), -1), move(brandCredits('b2'), 1)]],
  ['consumed credits below zero', [move(creditsConsumed(brand), -1), move(brandCredits(brand), 1)]],
])('an entry with %s is never made', (_, moves) => {
  const { post: enter, entries } = book()
  expect(() => enter({ key: 'k', why, moves })).toThrow('ledger entry k')
  expect(entries).toHaveLength(0)
})

test('an account cannot change its unit, kind or owner', () => {
  const { post: enter } = book()
  enter(grant(brand, 5, 'a'))
  expect(() => enter({ key: 'k', why, moves: [move({ ...brandCredits(brand), ownerId: 'b2' }, -1), move(brandCredits('b2'), 1)] })).toThrow(
    'another account',
  )
})

test.each([
  [10_000, 10_000, 'held', 0],
  [10_001, 10_000, 'refused', 1],
  [1, 0, 'refused', 1],
  [9_999, 10_000, 'held', 0],
] as const)('a hold of %i with %i available is %s, %i missing', (credits, available, status, missing) => {
  const { hold, entry } = decideHold({ kind: 'campaign', id: 'c1', brandId: brand, credits }, available, at)
  expect(hold).toMatchObject({ status, missing, credits })
  expect(entry?.key).toBe(status === 'held' ? 'hold:campaign:c1' : undefined)
})

test('only what is held can be released', () => {
  const { hold } = decideHold({ kind: 'invitation', id: 'i1', brandId: brand, credits: 5 }, 5, at)
  expect(releaseHold(hold)?.hold.status).toBe('released')
  expect(releaseHold({ ...hold, status: 'released' })).toBeUndefined()
  expect(releaseHold({ ...hold, status: 'refused' })).toBeUndefined()
  expect(releaseHold(cancelHold({ kind: 'invitation', id: 'i1', brandId: brand }, at))).toBeUndefined()
})

/** What can happen to a brand's credits, in any order. */
const step = fc.oneof(
  fc.record({ what: fc.constant('grant' as const), brand: fc.constantFrom('b1', 'b2'), credits: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ what: fc.constant('hold' as const), brand: fc.constantFrom('b1', 'b2'), credits: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ what: fc.constant('release' as const), which: fc.nat() }),
)

test('whatever happens: every entry sums to zero, nobody is below zero, balances are the sums of postings, and no credit comes or goes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { post: enter, accounts, entries } = book()
      const holds: Hold[] = []
      let granted = 0
      for (const [index, one] of steps.entries()) {
        if (one.what === 'grant') {
          enter(grant(one.brand, one.credits, String(index)))
          granted += one.credits
        } else if (one.what === 'hold') {
          const available = accounts.get(brandCredits(one.brand).id)?.balance ?? 0
          const { hold, entry } = decideHold(
            { kind: 'campaign', id: String(index), brandId: one.brand, credits: one.credits },
            available,
            at,
          )
          expect(hold.status === 'held').toBe(one.credits <= available)
          if (entry) enter(entry)
          holds.push(hold)
        } else if (holds.length > 0) {
          const place = one.which % holds.length
          const release = releaseHold(holds[place]!)
          if (release) {
            if (release.entry) enter(release.entry)
            holds[place] = release.hold
          }
        }
      }
      const audit = startAudit()
      for (const entry of [...entries].reverse()) countEntry(audit, entry)
      expect(audit.faults).toEqual([])
      for (const account of accounts.values()) expect(differencesOf(account.id, account, audit.tallies.get(account.id))).toEqual([])
      expect(conserved(sumsOf(accounts.values()))).toEqual([])
      const all = ['b1', 'b2'].map((id) => creditsOf([...accounts.values()].filter(({ ownerId }) => ownerId === id)))
      expect(all.reduce((sum, { available, held, spent }) => sum + available + held + spent, 0)).toBe(granted)
      expect(all.reduce((sum, { held }) => sum + held, 0)).toBe(
        holds.reduce((sum, { status, credits }) => sum + (status === 'held' ? credits : 0), 0),
      )
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    }),
  )
})

test('the audit sees a changed balance, a lost version, a lost entry, an unsound entry and a balance below zero', () => {
  const { post: enter, accounts, entries } = book()
  enter(grant(brand, 10, 'a'))
  enter(grant(brand, 5, 'b'))
  const account = accounts.get('brand:b1:credits')!
  const audit = startAudit()
  for (const entry of entries) countEntry(audit, entry)
  const tally = audit.tallies.get(account.id)
  expect(differencesOf(account.id, { ...account, balance: 16 }, tally)).toEqual(['brand:b1:credits: balance 16, its postings sum to 15'])
  expect(differencesOf(account.id, { ...account, version: 3 }, tally)).toEqual(['brand:b1:credits: version 3, it has 2 postings'])
  expect(differencesOf(account.id, account, undefined)).toHaveLength(2)
  expect(differencesOf(account.id, undefined, tally)).toHaveLength(2)
  expect(differencesOf(account.id, { ...account, balance: -1 }, { balance: -1, version: 2 })).toEqual([
    'brand:b1:credits: balance -1 is below zero',
  ])
  expect(conserved(sumsOf([account]))).toEqual(['credits sold 0, but available + held + consumed are 15'])
  countEntry(audit, { ...entries[0]!, key: 'bad', postings: [{ ...entries[0]!.postings[1]!, amount: 7, balance: -3 }] })
  expect(audit.faults).toEqual(['entry bad: its postings in credit sum to 7', 'entry bad: brand:b1:credits fell to -3'])
})
