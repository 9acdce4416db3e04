import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conservationFaults, countEntry, differencesOf, firstBrokenPosting, startAudit } from './audit.ts'
import { brandCredits, cancelHold, creditsConsumed, creditsOf, creditsSold, decideHold, grant, type Hold, releaseHold } from './credits.ts'
import { type Account, type Entry, type EntryDraft, post } from './ledger.ts'

const at = new Date('2026-11-21T12:00:00Z')
const brand = 'b1'
const why = { reason: 'grant', subject: 'test' } as const

function memoryLedger() {
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

const move = (account: ReturnType<typeof brandCredits>, amount: number) => ({ account, amount })

test('posts a grant from credits sold to the brand, with the balance after each posting', () => {
  const { post: enter } = memoryLedger()
  expect(enter(grant(brand, 50_000, 'demo')).postings).toEqual([
    { account: 'platform:credits-sold:b1', unit: 'credit', amount: -50_000, balance: -50_000, version: 1 },
    { account: 'brand:b1:credits', unit: 'credit', amount: 50_000, balance: 50_000, version: 1 },
  ])
  expect(enter(grant(brand, 1, 'more')).postings[1]).toMatchObject({ balance: 50_001, version: 2 })
})

const other = { ...brandCredits('b2'), unit: 'eur_cent' as const }
test.each([
  ['a single posting', [move(brandCredits(brand), 5)]],
  ['a non-zero sum', [move(creditsSold(brand), -5), move(brandCredits(brand), 4)]],
  ['mixed units', [move(creditsSold(brand), -5), move(other, 5)]],
  ['an amount of zero', [move(creditsSold(brand), 0), move(brandCredits(brand), 0)]],
  ['half a credit', [move(creditsSold(brand), -0.5), move(brandCredits(brand), 0.5)]],
  ['NaN as an amount', [move(creditsSold(brand), Number.NaN), move(brandCredits(brand), Number.NaN)]],
  ['an amount that is not a safe integer', [move(creditsSold(brand), -(2 ** 53)), move(brandCredits(brand), 2 ** 53)]],
  ['two postings to one account', [move(brandCredits(brand), 5), move(brandCredits(brand), -5)]],
  ['a negative brand balance', [move(brandCredits(brand), -1), move(creditsSold(brand), 1)]],
  ['accounts of two owners', [move(creditsSold(brand), -1), move(brandCredits('b2'), 1)]],
  ['a negative balance of consumed credits', [move(creditsConsumed(brand), -1), move(brandCredits(brand), 1)]],
])('rejects an entry with %s', (_, moves) => {
  const { post: enter, entries } = memoryLedger()
  expect(() => enter({ key: 'k', why, moves })).toThrow('ledger entry k')
  expect(entries).toHaveLength(0)
})

test('rejects an entry that changes the owner of an account', () => {
  const { post: enter } = memoryLedger()
  enter(grant(brand, 5, 'a'))
  expect(() => enter({ key: 'k', why, moves: [move({ ...brandCredits(brand), ownerId: 'b2' }, -1), move(brandCredits('b2'), 1)] })).toThrow(
    'has another unit, kind or owner',
  )
})

test.each([
  [10_000, 10_000, 'held', 0],
  [10_001, 10_000, 'refused', 1],
  [1, 0, 'refused', 1],
  [9_999, 10_000, 'held', 0],
] as const)('decides on a hold of %i credits with %i available: %s, %i missing', (credits, available, status, missing) => {
  const { hold, entry } = decideHold({ kind: 'campaign', id: 'c1', brandId: brand, credits }, available, at)
  expect(hold).toMatchObject({ status, missing, credits })
  expect(entry?.key).toBe(status === 'held' ? 'hold:campaign:c1' : undefined)
})

test('releases the unconsumed credits of a hold, but only while the hold’s status is `held`', () => {
  const { hold } = decideHold({ kind: 'invitation', id: 'i1', brandId: brand, credits: 5 }, 5, at)
  expect(releaseHold(hold)?.hold.status).toBe('released')
  expect(releaseHold({ ...hold, consumed: 1 })).toMatchObject({ credits: hold.credits - 1 })
  expect(releaseHold({ ...hold, status: 'released' })).toBeUndefined()
  expect(releaseHold({ ...hold, status: 'refused' })).toBeUndefined()
  expect(releaseHold(cancelHold({ kind: 'invitation', id: 'i1', brandId: brand }, at))).toBeUndefined()
})

const step = fc.oneof(
  fc.record({ what: fc.constant('grant' as const), brand: fc.constantFrom('b1', 'b2'), credits: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ what: fc.constant('hold' as const), brand: fc.constantFrom('b1', 'b2'), credits: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ what: fc.constant('release' as const), which: fc.nat() }),
)

test('keeps every ledger invariant during random grants, holds and releases', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { post: enter, accounts, entries } = memoryLedger()
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
            enter(release.entry)
            holds[place] = release.hold
          }
        }
      }
      const audit = startAudit()
      for (const entry of [...entries].reverse()) countEntry(audit, entry)
      expect(audit.faults).toEqual([])
      for (const account of accounts.values()) expect(differencesOf(account.id, account, audit.tallies.get(account.id))).toEqual([])
      expect(conservationFaults(audit.sums)).toEqual([])
      const all = ['b1', 'b2'].map((id) => creditsOf([...accounts.values()].filter(({ ownerId }) => ownerId === id)))
      expect(all.reduce((sum, { available, held, spent }) => sum + available + held + spent, 0)).toBe(granted)
      expect(all.reduce((sum, { held }) => sum + held, 0)).toBe(
        holds.reduce((sum, { status, credits }) => sum + (status === 'held' ? credits : 0), 0),
      )
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    }),
  )
})

describe('ledger audit', () => {
  const name = 'brand:b1:credits'
  function audited(change: (entry: Entry, index: number) => Entry | undefined = (entry) => entry) {
    const { post: enter, accounts, entries } = memoryLedger()
    for (const [credits, reason] of [
      [10, 'a'],
      [5, 'b'],
      [7, 'c'],
    ] as const)
      enter(grant(brand, credits, reason))
    const audit = startAudit()
    for (const entry of entries.map(change).toReversed()) if (entry) countEntry(audit, entry)
    const account = accounts.get(name)!
    return { audit, account, differences: (stored: Account | undefined = account) => differencesOf(name, stored, audit.tallies.get(name)) }
  }
  const second = (to: object) => (entry: Entry, index: number) =>
    index === 1
      ? { ...entry, postings: entry.postings.map((posting) => (posting.account === name ? { ...posting, ...to } : posting)) }
      : entry

  test('accepts a sound ledger', () => {
    const { audit, differences } = audited()
    expect([audit.faults, differences(), conservationFaults(audit.sums)]).toEqual([[], [], []])
  })

  test.each([
    ['a wrong balance', { balance: 23 }, 'balance 23, its postings sum to 22'],
    ['a wrong version', { version: 4 }, 'version 4, it has 3 postings'],
    ['a wrong kind', { kind: 'hold' as const }, 'stored as hold in credit'],
    ['a wrong unit', { unit: 'eur_cent' as const }, 'stored as brand-credits in eur_cent'],
    ['a wrong owner', { ownerId: 'b2' }, 'stored with owner b2, but its entries belong to b1'],
  ])('reports an account with %s', (_, to, difference) => {
    const { account, differences } = audited()
    expect(differences({ ...account, ...to })).toEqual([`${name}: ${difference}`])
  })

  test('reports a missing account and a negative balance', () => {
    const { audit } = audited()
    expect(differencesOf(name, undefined, audit.tallies.get(name))).toEqual([
      `${name}: balance 0, its postings sum to 22`,
      `${name}: version 0, it has 3 postings`,
    ])
    const { account } = audited()
    expect(differencesOf(name, { ...account, balance: -1 }, undefined)).toContain(`${name}: balance -1 is below zero`)
  })

  test('reports a missing entry through the differences in its account', () => {
    const { differences } = audited((entry, index) => (index === 1 ? undefined : entry))
    expect(differences()).toEqual([
      `${name}: balance 22, its postings sum to 17`,
      `${name}: version 3, it has 2 postings`,
      `${name}: its postings are not consecutive`,
    ])
  })

  test.each([
    ['a running balance that does not add up', { balance: 16 }],
    ['a duplicate version', { version: 3 }],
    ['a skipped version', { version: 9 }],
  ])('reports postings with %s', (_, to) => {
    const { audit, differences } = audited(second(to))
    expect(audit.faults).toEqual([])
    expect(differences()).toEqual([`${name}: its postings are not consecutive`])
  })

  test.each([
    ['a wrong amount', { amount: 6 }, ['its postings in credit sum to 1']],
    ['a wrong sign', { amount: -5 }, ['its postings in credit sum to -10']],
    [
      'a wrong unit',
      { unit: 'eur_cent' as const },
      ['its postings in credit sum to -5', 'its postings in eur_cent sum to 5', `${name} is not counted in eur_cent`],
    ],
    ['a negative balance', { balance: -3 }, [`${name} fell to -3`]],
    ['an unknown account', { account: 'nobody:b1:credits' }, ['unknown account nobody:b1:credits']],
  ])('reports an entry with %s', (_, to, faults) => {
    expect(audited(second(to)).audit.faults).toEqual(faults.map((fault) => `entry grant:b1:b: ${fault}`))
  })

  test('reports an entry with a single posting and an entry that belongs to another owner', () => {
    const alone = audited((entry, index) => (index === 1 ? { ...entry, postings: entry.postings.slice(0, 1) } : entry))
    expect(alone.audit.faults).toEqual([
      'entry grant:b1:b: it has fewer than two postings',
      'entry grant:b1:b: its postings in credit sum to -5',
    ])
    const { audit } = audited((entry, index) => (index === 1 ? { ...entry, ownerId: 'b2' } : entry))
    expect(audit.faults).toContain(`entry grant:b1:b: ${name} belongs to b1, not to b2`)
  })

  test('reports sums that differ from credits sold, cents earned or sales', () => {
    expect(conservationFaults({ 'credits-sold': -10, 'brand-credits': 9 })).toEqual([
      'credits sold 10, but available + held + consumed are 9',
    ])
    expect(conservationFaults({ 'creator-cost': -10, payable: 4, stripe: 5 })).toEqual([
      'cents earned 10, but accruing + held + payable + in transfer + paid + given up are 9',
    ])
    expect(conservationFaults({ 'cash-in': -10, sales: 9 })).toEqual(['cents received 10, but sales are 9'])
  })

  test('describes the first gap or contradiction in the postings of an account', () => {
    const postings = [
      { key: 'a', amount: 10, balance: 10, version: 1 },
      { key: 'b', amount: 5, balance: 15, version: 2 },
      { key: 'c', amount: 7, balance: 22, version: 3 },
    ] as const
    const [a, b, c] = postings
    expect(firstBrokenPosting('x', [c, a, b])).toBeUndefined()
    expect(firstBrokenPosting('x', [a, c])).toBe('x: posting 2 is missing')
    expect(firstBrokenPosting('x', [a, b, b, c])).toBe('x: posting 2 exists twice, also in entry b')
    expect(firstBrokenPosting('x', [a, { ...b, balance: 14 }, c])).toBe('x: entry b has balance 14 after 5, but the previous balance is 10')
  })
})
