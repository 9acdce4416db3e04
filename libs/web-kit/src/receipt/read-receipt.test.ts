import type { AllocationLine, CountedVideo, MeasuredVideo, Receipt, Review } from '@reelfair/contracts'
import { exclusionTable } from '@reelfair/contracts/reasons'
import { earnedCents } from '@reelfair/rules'
import type { ReceiptProps } from '@reelfair/ui/rich'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { en } from './messages/en.ts'
import { fr } from './messages/fr.ts'
import type { ReceiptText } from './messages/index.ts'
import { readReceipt } from './read-receipt.ts'
import { recomputeReceipt } from './recompute.ts'

const translate =
  (words: Readonly<Record<string, string>>): ReceiptText =>
  (key, values = {}) =>
    (words[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const english = { unit: 'cents', t: translate(en), locale: 'en' } as const
const french = { unit: 'cents', t: translate(fr), locale: 'fr' } as const
const sum = (lines: readonly { readonly views: number }[]) => lines.reduce((total, { views }) => total + views, 0)
const figure = (text: string | undefined) =>
  Number(
    String(text)
      .replaceAll(/[^\d−]/g, '')
      .replace('−', '-'),
  )

const rateCard = { validFrom: '2025-08-23', centsPer1000: 10 }
const video = (views: number, inReview = 0, excluded = 0, videoId = 'v1'): CountedVideo => ({
  videoId,
  url: `https://instagram.example/${videoId}`,
  views,
  qualified: views - inReview - excluded,
  inReview,
  excluded,
  faults: [],
  logo: 'verified',
  publishedAt: '2026-11-20T09:00:00.000Z',
  seenAt: '2026-11-22T23:10:00.000Z',
})
const measured = (title: string, excluded: MeasuredVideo['excluded'] = [], videoId = 'v1', faults: MeasuredVideo['faults'] = []) =>
  ({ videoId, title, excluded, faults, publishedAt: '2026-11-20T09:00:00.000Z' }) as unknown as MeasuredVideo

function line(day: string, given: Partial<AllocationLine>): AllocationLine {
  const none = { qualified: 0, inReview: 0, byDefault: 0, demand: 0, granted: 0, freed: 0, left: 0, rateCard, revision: 3 }
  const step = { before: 0, after: 0 }
  return { day, ...none, charged: step, reserved: step, cents: step, ...given }
}

function receiptOf(given: Partial<Receipt>): Receipt {
  const { charged = 0 } = given
  return {
    signUpId: '3f1c9a20-0000-4000-8000-000000000000',
    campaignId: 'c',
    campaignName: 'Ride the canal',
    network: 'instagram',
    username: 'lina.mrtn',
    signedUpAt: '2026-11-20T08:00:00.000Z',
    terms: {
      campaignName: 'Ride the canal',
      viewsGoal: 10_000,
      category: 'Food_Cooking',
      zones: [],
      duration: '1w',
      rateCard,
      windowDays: 14,
      termsVersion: '1',
    },
    count: { observed: 0, qualified: 0, inReview: 0, excluded: [] },
    reserved: 0,
    cents: earnedCents(charged, 10),
    exactMilliCents: charged * 10,
    isOver: false,
    isFinal: false,
    days: [],
    videos: [],
    ...given,
    charged,
  }
}

/** Two nights: 12,345 views seen, 345 without the code, 2,000 in review. The goal is exhausted on the second night. */
const days = [
  line('2026-11-22', {
    qualified: 4_000,
    demand: 4_000,
    granted: 4_000,
    left: 10_000,
    charged: { before: 0, after: 4_000 },
    cents: { before: 0, after: 40 },
  }),
  line('2026-11-23', {
    qualified: 10_000,
    inReview: 2_000,
    demand: 8_000,
    granted: 2_667,
    left: 4_000,
    shared: { numerator: 8_000, denominator: 12_000, rank: 1, extras: 1 },
    charged: { before: 4_000, after: 6_667 },
    cents: { before: 40, after: 66 },
  }),
]
const receipt = receiptOf({
  count: { observed: 12_345, qualified: 10_000, inReview: 2_000, excluded: [{ reason: 'code_missing', views: 345 }] },
  charged: 6_667,
  days,
  videos: [video(9_000, 2_000, 0, 'v1'), video(3_345, 0, 345, 'v2')],
})
const review = (given: Partial<Review>) =>
  ({ videoId: 'v1', kind: 'growth', decideBy: '2026-11-25T23:10:00.000Z', views: 2_000, ...given }) as unknown as Review

describe('readReceipt', () => {
  const read = readReceipt(
    {
      receipt,
      reviews: [review({})],
      videos: [
        measured('Canal at 6 a.m.', [], 'v1'),
        measured('Brakes, explained', [{ reason: 'code_missing', views: 345 }], 'v2', [{ reason: 'code_missing', fix: 'add_code' }]),
      ],
    },
    english,
  )
  const text = (lines: readonly { readonly id: string; readonly note?: unknown }[] | undefined, id: string) =>
    String(lines?.find((one) => one.id === id)?.note)

  test('shows the brand name to creators only', () => {
    const of = (given: Partial<Receipt>, unit: 'cents' | 'credits' = 'cents', reader = english) =>
      readReceipt({ receipt: { ...receipt, ...given }, reviews: [], videos: [] }, { ...reader, unit }).title
    expect(of({ brandName: 'Olmo' })).toBe(`Olmo, “${receipt.campaignName}”`)
    expect(of({ brandName: 'Olmo', brandSince: '2026-02-01T00:00:00.000Z' })).toMatch(/^Olmo \(on Reelfair since .* 2026\), “/)
    expect(of({ brandName: 'Olmo' }, 'credits')).toBe(receipt.campaignName)
    expect(of({})).toBe(receipt.campaignName)
  })

  test('labels each video with its title', () => {
    expect(read.seen.map(({ label, views }) => [label, views])).toEqual([
      ['Canal at 6 a.m.', 9_000],
      ['Brakes, explained', 3_345],
    ])
  })

  test('explains why views were excluded, in which video, and how to fix it', () => {
    const [out] = read.deducted
    expect(out).toMatchObject({
      label: 'The code is missing from the description, or another code comes first',
      views: 345,
    })
    expect(out?.note).toContain('345 in “Brakes, explained”.')
    expect(out?.note).toContain('Add the code to the video’s description, before any other code.')
  })

  test.each([
    [
      'a fault that can be fixed in place',
      'code_missing',
      true,
      'Add the code to the video’s description, before any other code. New views count from the next reading; excluded views stay excluded.',
    ],
    ['a fault that requires a new video', 'logo_absent', true, 'Publish a video that shows the logo.'],
    ['a fixed fault', 'logo_absent', false, 'Fixed: new views count. Excluded views stay excluded.'],
  ] as const)('shows the right advice for %s', (_, reason, isOpen, note) => {
    const excluded = [{ reason, views: 345 }]
    const one = receiptOf({ count: { observed: 345, qualified: 0, inReview: 0, excluded }, days, videos: [video(345, 0, 345)] })
    const faults = isOpen ? [{ reason, fix: exclusionTable[reason].fix }] : []
    const { deducted } = readReceipt({ receipt: one, reviews: [], videos: [measured('Brakes', excluded, 'v1', faults)] }, english)
    expect(deducted[0]?.note).toBe(note)
  })

  test('lists the views in review, the deadline and the default decision', () => {
    expect(read.deducted[1]).toMatchObject({ kind: 'held', views: 2_000 })
    expect(read.deducted[1]?.note).toContain('If there’s no decision by 26 Nov, 00:10, the views don’t count.')
    const { deducted } = readReceipt({ receipt, reviews: [review({ kind: 'logo' })], videos: [] }, english)
    expect(deducted[1]?.note).toContain(', the views count, unless their growth is still in review.')
  })

  test('shows how a share is computed when the goal has too few views left', () => {
    const note = text(read.allocation?.lines, '2026-11-23')
    expect(text(read.allocation?.lines, '2026-11-22')).toContain(
      'New views, qualified or in review: 4,000. The goal had room for all of them.',
    )
    expect(note).toContain('Views awaiting allocation (qualified or in review): 8,000.')
    expect(note).toContain('4,000 × 8,000 / 12,000, rounded down to 2,666.')
    expect(note).toContain('ranked 1 by remainder, within the top 1')
    expect(note).toMatch(/Credited: \+€0\.26, €0\.66 in total\. Based on count 3\./)
  })

  test('shows the remaining views instead of a share when no other creator has views waiting', () => {
    const alone = {
      ...(days[1] as AllocationLine),
      shared: { numerator: 3_998, denominator: 3_998, rank: 1, extras: 0 },
      demand: 3_998,
      left: 746,
    }
    const { allocation: granted } = readReceipt({ receipt: { ...receipt, days: [alone] }, reviews: [], videos: [] }, english)
    expect(granted?.lines[0]?.note).toContain('The goal had room for only 746 more, all allocated to this sign-up.')
    expect(granted?.lines[0]?.note).not.toMatch(/share|×/)
  })

  test('reports that the goal is used up, without showing a share', () => {
    const empty = { ...(days[1] as AllocationLine), left: 0 }
    const { allocation: granted } = readReceipt({ receipt: { ...receipt, days: [empty] }, reviews: [], videos: [] }, english)
    expect(granted?.lines[0]?.note).toContain('The goal had no room left. Credited')
  })

  test('reports qualified views that were not allocated', () => {
    expect(read.allocation?.sum.note).toBe('Qualified views not allocated: 3,333. The goal was already fully allocated.')
  })

  test('shows the rate card with its date, and the rounding', () => {
    expect(read.pay?.map(({ label, cents }) => [label.replace('\u00a0', ' '), cents])).toEqual([
      ['6,667 × €0.10 per 1,000', 66.67],
      ['Rounding', -0.67],
    ])
    expect(text(read.pay, 'rate')).toContain('23 Aug 2025')
  })

  test('suggests a fix until the campaign is over', () => {
    const noteOf = (isOver: boolean) => readReceipt({ receipt: { ...receipt, isOver }, reviews: [], videos: [] }, english).deducted[0]?.note
    expect(noteOf(false)).toContain('Add the code')
    expect(noteOf(false)).toContain(en['excluded-then'])
    expect(noteOf(true)).toBe('')
  })

  test('shows whether the receipt is final', () => {
    expect(read).toMatchObject({ details: expect.stringContaining('Not final yet'), totalLabel: 'Yours, provisional' })
    const final = readReceipt({ receipt: { ...receipt, isFinal: true }, reviews: [], videos: [] }, english)
    expect(final.details).toContain('Final: no further changes.')
    expect(final.totalLabel).toBeUndefined()
  })

  test.each([
    ['admin', 'excluded', 'Decided by Reelfair on 24 Nov, 10:00: A click farm.'],
    ['brand', 'counts', 'Counted after review: 2,000. Decided by the brand on 24 Nov, 10:00: A click farm.'],
    ['default', 'excluded', 'On 24 Nov, 10:00: A click farm.'],
  ] as const)('shows who decided (%s: %s), when and why', (by, verdict, sentence) => {
    const count = { observed: 2_000, qualified: 0, inReview: 0, excluded: [{ reason: 'not_human' as const, views: 2_000 }] }
    const decided = review({ decision: { by, verdict, at: '2026-11-24T09:00:00.000Z', why: 'A click farm.' } })
    const { seen, deducted } = readReceipt(
      { receipt: receiptOf({ count, videos: [video(2_000, 0, 2_000)] }), reviews: [decided], videos: [] },
      english,
    )
    expect(String((verdict === 'excluded' ? deducted : seen)[0]?.note)).toContain(sentence)
  })

  test('shows a brand the same lines in credits and without pay', () => {
    const brand = readReceipt({ receipt, reviews: [], videos: [] }, { ...english, unit: 'credits' })
    const creator = readReceipt({ receipt, reviews: [], videos: [] }, english)
    expect(brand).toMatchObject({ unit: 'credits', total: 6_667, seen: creator.seen, deducted: creator.deducted })
    expect(brand.pay).toBeUndefined()
    expect(JSON.stringify(brand)).not.toContain('€')
    expect(text(brand.allocation?.lines, '2026-11-23')).toContain('Total charged: 6,667.')
  })

  test('shows the same figures in French', () => {
    const inFrench = readReceipt({ receipt, reviews: [review({})], videos: [] }, french)
    expect(sum(inFrench.seen)).toBe(12_345)
    expect(inFrench.deducted[0]?.label).toBe('Le code ne figure pas dans la description, ou un autre code le précède')
    expect(text(inFrench.allocation?.lines, '2026-11-23')).toMatch(
      /4\s000\s×\s8\s000\s\/\s12\s000, arrondie à l’entier inférieur, soit 2\s666\./,
    )
    expect(text(inFrench.pay, 'rate')).toContain('23 août 2025')
  })
})

/** Independent implementation of one night's allocation for all sign-ups. @source decisions §3 */
function night(goal: number, all: { qualified: number; inReview: number; charged: number; reserved: number }[]) {
  const held = all.map((one) => Math.max(one.charged, Math.min(one.charged + one.reserved, one.qualified + one.inReview)))
  const demands = all.map((one, i) => Math.max(0, one.qualified + one.inReview - held[i]!))
  const left = goal - held.reduce((a, b) => a + b, 0)
  const denominator = demands.reduce((a, b) => a + b, 0)
  const short = denominator > left
  const rest = (i: number) => (left * demands[i]!) % denominator
  const order = all.map((_, i) => i).sort((a, b) => rest(b) - rest(a) || a - b)
  const extras = short ? left - demands.reduce((total, one) => total + Math.floor((left * one) / denominator), 0) : 0
  return all.map((one, i) => {
    const rank = order.indexOf(i) + 1
    const granted = short ? Math.floor((left * demands[i]!) / denominator) + (rank <= extras ? 1 : 0) : demands[i]!
    const charged = Math.max(one.charged, Math.min(held[i]! + granted, one.qualified))
    const after = { charged, reserved: held[i]! + granted - charged }
    const shared = short && demands[i]! > 0 ? { shared: { numerator: demands[i]!, denominator, rank, extras } } : {}
    return { after, line: { demand: demands[i]!, granted, freed: one.charged + one.reserved - held[i]!, left, ...shared } }
  })
}

const step = fc.record({
  qualified: fc.nat(6_000),
  opened: fc.nat(3_000),
  excluded: fc.nat(500),
  verdict: fc.constantFrom('yes', 'no', 'wait'),
})
const history = fc.record({
  goal: fc.integer({ min: 1, max: 20 }).map((thousands) => thousands * 1_000),
  nights: fc.array(fc.array(step, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
  unread: fc.boolean(),
})

/** @returns the receipt of the first of three sign-ups */
function simulate({ goal, nights, unread }: typeof history extends fc.Arbitrary<infer T> ? T : never): Receipt {
  let all = [0, 1, 2].map(() => ({ qualified: 0, inReview: 0, excluded: 0, charged: 0, reserved: 0 }))
  const lines: AllocationLine[] = []
  for (const [index, steps] of nights.entries()) {
    all = all.map((one, i) => {
      const { qualified, opened, excluded, verdict } = steps[i]!
      const [yes, no] = [verdict === 'yes' ? one.inReview : 0, verdict === 'no' ? one.inReview : 0]
      return {
        ...one,
        qualified: one.qualified + qualified + yes,
        inReview: one.inReview - yes - no + opened,
        excluded: one.excluded + no + excluded,
      }
    })
    if (unread && index === nights.length - 1) break
    const settled = night(goal, all)
    const [before, mine] = [all[0]!, settled[0]!]
    all = all.map((one, i) => ({ ...one, ...settled[i]!.after }))
    if (mine.after.charged === before.charged && mine.after.reserved === before.reserved) continue
    const cents = (views: number) => earnedCents(views, 10)
    lines.push(
      line(`2026-12-${String(index + 1).padStart(2, '0')}`, {
        ...mine.line,
        qualified: before.qualified,
        inReview: before.inReview,
        charged: { before: before.charged, after: mine.after.charged },
        reserved: { before: before.reserved, after: mine.after.reserved },
        cents: { before: cents(before.charged), after: cents(mine.after.charged) },
      }),
    )
  }
  const { qualified, inReview, excluded, charged, reserved } = all[0]!
  const observed = qualified + inReview + excluded
  return receiptOf({
    count: { observed, qualified, inReview, excluded: excluded > 0 ? [{ reason: 'not_human', views: excluded }] : [] },
    charged,
    reserved,
    days: lines,
    videos: [video(observed, inReview, excluded)],
  })
}

describe('for any campaign history', () => {
  const both = [english, french, { ...english, unit: 'credits' as const }]

  test('shows lines that add up to each section’s sum, and sums that add up to the total', () => {
    fc.assert(
      fc.property(history, (given) => {
        const simulated = simulate(given)
        for (const reader of both) {
          const read: ReceiptProps = readReceipt({ receipt: simulated, reviews: [], videos: [] }, reader)
          expect(sum(read.seen)).toBe(simulated.count.observed)
          expect(sum(read.seen) - sum(read.deducted)).toBe(simulated.count.qualified)
          const granted = read.allocation!.lines.reduce((total, { text }) => total + figure(text), 0)
          expect(granted).toBe(simulated.charged)
          expect(figure(read.allocation!.sum.text)).toBe(simulated.charged)
          const pay = read.pay?.reduce((total, { cents = 0 }) => total + cents, 0)
          if (pay !== undefined) expect(pay).toBeCloseTo(Number(read.total), 9)
          else expect(read.total).toBe(granted)
        }
      }),
    )
  })

  test('combines unlisted videos into one line', () => {
    const many = receiptOf({
      count: { observed: 5_000, qualified: 4_000, inReview: 1_000, excluded: [] },
      videos: [video(3_000, 400)],
    })
    const { seen, deducted } = readReceipt({ receipt: many, reviews: [], videos: [] }, english)
    expect([sum(seen), sum(deducted)]).toEqual([5_000, 1_000])
    expect(seen[1]).toMatchObject({ label: 'Older videos', views: 2_000 })
  })

  test('recomputes the same totals', () => {
    fc.assert(
      fc.property(history, (given) => {
        const simulated = simulate(given)
        const { charged, reserved, cents } = simulated
        expect(recomputeReceipt(simulated)).toEqual({ charged, reserved, cents })
      }),
    )
  })
})

test('detects changed views, shares and rates by recomputing', () => {
  expect(recomputeReceipt(receipt)).toEqual({ charged: 6_667, reserved: 0, cents: 66 })
  const [first, second] = days as [AllocationLine, AllocationLine]
  const changed = (day: Partial<AllocationLine>) => recomputeReceipt({ ...receipt, days: [first, { ...second, ...day }] }).charged
  expect(changed({ left: 5_000 })).not.toBe(6_667)
  expect(changed({ qualified: 5_000 })).not.toBe(6_667)
  expect(changed({ shared: { numerator: 8_000, denominator: 12_000, rank: 2, extras: 1 } })).toBe(6_666)
  expect(recomputeReceipt({ ...receipt, terms: { ...receipt.terms, rateCard: { ...rateCard, centsPer1000: 20 } } }).cents).toBe(133)
})

test.each([
  [
    'en',
    english,
    'Views deducted at the final reading: 1000. Credits returned to the brand, not to other creators: 1000.',
    'didn’t respond at the final reading',
  ],
  [
    'fr',
    french,
    'Vues déduites lors du dernier relevé\u00a0: 1000. Crédits rendus à la marque et non réattribués à d’autres créateurs\u00a0: 1000.',
    'n’a pas répondu lors du dernier relevé',
  ],
] as const)('reports deducted views and a missing final reading (%s)', (_, reader, returned, missing) => {
  const change = (before: number, after: number) => ({ before, after })
  const first = line('2026-11-28', {
    qualified: 6_000,
    demand: 6_000,
    granted: 6_000,
    left: 10_000,
    charged: change(0, 6_000),
    cents: change(0, 60),
  })
  const last = { removed: 1_000, returned: 1_000, charged: change(6_000, 5_000), cents: change(60, 50) }
  const days = [first, line('2026-12-01', { qualified: 5_000, left: 0, ...last })]
  const excluded = [{ reason: 'removed_by_network', views: 1_000 }] as const
  const receipt = receiptOf({
    charged: 5_000,
    isOver: true,
    isFinal: true,
    finalReadingMissing: true,
    count: { observed: 6_000, qualified: 5_000, inReview: 0, excluded: [...excluded] },
    days,
  })
  const read = readReceipt({ receipt, reviews: [], videos: [] }, reader)
  expect(String(read.allocation?.lines[1]?.note).replaceAll(/[\s\u202f,](?=\d{3})/g, '')).toContain(returned)
  expect(figure(String(read.allocation?.lines[1]?.text))).toBe(-1_000)
  expect(read.deducted.map(({ label, views }) => [label, views])).toEqual([
    [exclusionTable.removed_by_network[reader.locale].replace(/\.$/, ''), 1_000],
  ])
  expect(read.details).toContain(missing)
  expect(recomputeReceipt(receipt)).toEqual(expect.objectContaining({ charged: 5_000, cents: 50 }))
})
