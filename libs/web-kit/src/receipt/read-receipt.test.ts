/** The receipt in words: whatever happened, its lines make its totals, in both languages, for both sides. */
import type { CountedVideo, CreditLineOfDay, MeasuredVideo, Receipt, Review } from '@reelfair/contracts'
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

const said =
  (words: Readonly<Record<string, string>>): ReceiptText =>
  (key, values = {}) =>
    (words[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const english = { unit: 'cents', t: said(en), locale: 'en' } as const
const french = { unit: 'cents', t: said(fr), locale: 'fr' } as const
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
  seenAt: '2026-11-22T23:10:00.000Z',
})
const measured = (title: string, excluded: MeasuredVideo['excluded'] = [], videoId = 'v1', faults: MeasuredVideo['faults'] = []) =>
  ({ videoId, title, excluded, faults, publishedAt: '2026-11-20T09:00:00.000Z' }) as unknown as MeasuredVideo

function line(day: string, given: Partial<CreditLineOfDay>): CreditLineOfDay {
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

/** Two nights: 12,345 seen, 345 without the code, 2,000 in review; on the second the goal did not suffice. */
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

describe('what a receipt says', () => {
  const read = readReceipt(
    {
      receipt,
      reviews: [review({})],
      videos: [
        measured('Canal at 6 a.m.', [], 'v1'),
        measured('Brakes, explained', [{ reason: 'code_missing', views: 345 }], 'v2', [{ reason: 'code_missing', mend: 'add_code' }]),
      ],
    },
    english,
  )
  const text = (lines: readonly { readonly id: string; readonly note?: unknown }[] | undefined, id: string) =>
    String(lines?.find((one) => one.id === id)?.note)

  test('names the brand to the creator only', () => {
    const of = (given: Partial<Receipt>, unit: 'cents' | 'credits' = 'cents', reader = english) =>
      readReceipt({ receipt: { ...receipt, ...given }, reviews: [], videos: [] }, { ...reader, unit }).title
    expect(of({ brandName: 'Olmo' })).toBe(`Olmo, “${receipt.campaignName}”`)
    expect(of({ brandName: 'Olmo', brandSince: '2026-02-01T00:00:00.000Z' })).toMatch(/^Olmo \(on Reelfair since .* 2026\), “/)
    expect(of({ brandName: 'Olmo' }, 'credits')).toBe(receipt.campaignName)
    expect(of({})).toBe(receipt.campaignName)
  })

  test('names each video by its title', () => {
    expect(read.seen.map(({ label, views }) => [label, views])).toEqual([
      ['Canal at 6 a.m.', 9_000],
      ['Brakes, explained', 3_345],
    ])
  })

  test('says why views were taken off, in which video, and what mends it', () => {
    const [out] = read.takenOff
    expect(out).toMatchObject({
      label: 'This campaign’s code is missing in the description, or another campaign’s code stands before it',
      views: 345,
    })
    expect(out?.note).toContain('345 in “Brakes, explained”.')
    expect(out?.note).toContain('Put the code into the video’s description, before any other campaign’s code.')
  })

  test.each([
    [
      'a fault that is fixed in place',
      'code_missing',
      true,
      'Put the code into the video’s description, before any other campaign’s code. Views then count from the next reading; what was excluded stays excluded.',
    ],
    ['a fault that needs a new video', 'logo_absent', true, 'Publish a video that shows the campaign’s logo.'],
    ['a fixed fault', 'logo_absent', false, 'Fixed: new views count. What was excluded stays excluded.'],
  ] as const)('says of %s only what is true of it', (_, reason, isStanding, note) => {
    const excluded = [{ reason, views: 345 }]
    const one = receiptOf({ count: { observed: 345, qualified: 0, inReview: 0, excluded }, days, videos: [video(345, 0, 345)] })
    const faults = isStanding ? [{ reason, mend: exclusionTable[reason].mend }] : []
    const { takenOff } = readReceipt({ receipt: one, reviews: [], videos: [measured('Brakes', excluded, 'v1', faults)] }, english)
    expect(takenOff[0]?.note).toBe(note)
  })

  test('says what waits, until when, and what happens when nobody decides', () => {
    expect(read.takenOff[1]).toMatchObject({ kind: 'held', views: 2_000 })
    expect(read.takenOff[1]?.note).toContain('Decided by 26 Nov, 00:10; if nobody does, the views do not count.')
    const { takenOff } = readReceipt({ receipt, reviews: [review({ kind: 'logo' })], videos: [] }, english)
    expect(takenOff[1]?.note).toContain('if nobody does, the views count, unless their growth is still in review.')
  })

  test('reckons the share of a night on which the goal did not suffice', () => {
    const note = text(read.granted?.lines, '2026-11-23')
    expect(text(read.granted?.lines, '2026-11-22')).toContain('4,000 new views, qualified or in review; the goal had room for all of them.')
    expect(note).toContain('Asked for: 8,000 views')
    expect(note).toContain('4,000 × 8,000 / 12,000, rounded down to 2,666.')
    expect(note).toContain('rank 1 of the remainders, and the first 1 get one')
    expect(note).toMatch(/Posted: \+0\.26\s€, 0\.66\s€ in all\. Rests on count no\. 3\./)
  })

  test('says that the rest was granted where nobody else asked for it, without a share of one', () => {
    const alone = {
      ...(days[1] as CreditLineOfDay),
      shared: { numerator: 3_998, denominator: 3_998, rank: 1, extras: 0 },
      demand: 3_998,
      left: 746,
    }
    const { granted } = readReceipt({ receipt: { ...receipt, days: [alone] }, reviews: [], videos: [] }, english)
    expect(granted?.lines[0]?.note).toContain('Only 746 were left of the goal: all of them are granted.')
    expect(granted?.lines[0]?.note).not.toMatch(/share|×/)
  })

  test('says that nothing was left instead of sharing it', () => {
    const empty = { ...(days[1] as CreditLineOfDay), left: 0 }
    const { granted } = readReceipt({ receipt: { ...receipt, days: [empty] }, reviews: [], videos: [] }, english)
    expect(granted?.lines[0]?.note).toContain('Nothing was left of the goal. Posted')
  })

  test('says what qualified and was not granted', () => {
    expect(read.granted?.sum.note).toBe('Not granted: 3,333 qualified views. The goal was given out to all creators by then.')
  })

  test('prints the rate card with its date, and the one rounding', () => {
    expect(read.pay?.map(({ label, cents }) => [label.replace('\u00a0', ' '), cents])).toEqual([
      ['6,667 × 0.10 € per 1,000', 66.67],
      ['Rounding', -0.67],
    ])
    expect(text(read.pay, 'rate')).toContain('23 Aug 2025')
  })

  test('offers a fix until the campaign is over', () => {
    const noteOf = (isOver: boolean) => readReceipt({ receipt: { ...receipt, isOver }, reviews: [], videos: [] }, english).takenOff[0]?.note
    expect(noteOf(false)).toContain('Put the code')
    expect(noteOf(false)).toContain(en['excluded-then'])
    expect(noteOf(true)).toBe('')
  })

  test('says whether it is final', () => {
    expect(read.details).toContain('Not final yet')
    const final = readReceipt({ receipt: { ...receipt, isFinal: true }, reviews: [], videos: [] }, english)
    expect(final.details).toContain('Final: nothing changes any more.')
  })

  test.each([
    ['admin', 'excluded', 'Decided by Reelfair 24 Nov, 10:00: A click farm.'],
    ['brand', 'counts', '2,000 views were in review and count. Decided by the brand 24 Nov, 10:00: A click farm.'],
    ['default', 'excluded', '24 Nov, 10:00: A click farm.'],
  ] as const)('says who decided (%s: %s), when and why', (by, verdict, sentence) => {
    const count = { observed: 2_000, qualified: 0, inReview: 0, excluded: [{ reason: 'not_human' as const, views: 2_000 }] }
    const decided = review({ decision: { by, verdict, at: '2026-11-24T09:00:00.000Z', why: 'A click farm.' } })
    const { seen, takenOff } = readReceipt(
      { receipt: receiptOf({ count, videos: [video(2_000, 0, 2_000)] }), reviews: [decided], videos: [] },
      english,
    )
    expect(String((verdict === 'excluded' ? takenOff : seen)[0]?.note)).toContain(sentence)
  })

  test('tells a brand the same, in credits and without the pay', () => {
    const brand = readReceipt({ receipt, reviews: [], videos: [] }, { ...english, unit: 'credits' })
    const creator = readReceipt({ receipt, reviews: [], videos: [] }, english)
    expect(brand).toMatchObject({ unit: 'credits', total: 6_667, seen: creator.seen, takenOff: creator.takenOff })
    expect(brand.pay).toBeUndefined()
    expect(JSON.stringify(brand)).not.toContain('€')
    expect(text(brand.granted?.lines, '2026-11-23')).toContain('Charged in all: 6,667.')
  })

  test('speaks French with the same figures', () => {
    const inFrench = readReceipt({ receipt, reviews: [review({})], videos: [] }, french)
    expect(sum(inFrench.seen)).toBe(12_345)
    expect(inFrench.takenOff[0]?.label).toBe(
      'Le code de cette campagne manque dans la description, ou celui d’une autre campagne le précède',
    )
    expect(text(inFrench.granted?.lines, '2026-11-23')).toMatch(/4\s000 × 8\s000 \/ 12\s000, arrondi à 2\s666 par défaut/)
    expect(text(inFrench.pay, 'rate')).toContain('23 août 2025')
  })
})

/** @source decisions §3, written anew: one night for all sign-ups together. */
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
const story = fc.record({
  goal: fc.integer({ min: 1, max: 20 }).map((thousands) => thousands * 1_000),
  nights: fc.array(fc.array(step, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
  unread: fc.boolean(),
})

/** The first sign-up's receipt after some nights of three sign-ups. */
function play({ goal, nights, unread }: typeof story extends fc.Arbitrary<infer T> ? T : never): Receipt {
  let all = [0, 1, 2].map(() => ({ qualified: 0, inReview: 0, excluded: 0, charged: 0, reserved: 0 }))
  const lines: CreditLineOfDay[] = []
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
    // The newest reading may not be settled yet.
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

describe('whatever happens', () => {
  const both = [english, french, { ...english, unit: 'credits' as const }]

  test('the lines of each section make its sum, and the sums make the total', () => {
    fc.assert(
      fc.property(story, (told) => {
        const played = play(told)
        for (const reader of both) {
          const read: ReceiptProps = readReceipt({ receipt: played, reviews: [], videos: [] }, reader)
          expect(sum(read.seen)).toBe(played.count.observed)
          expect(sum(read.seen) - sum(read.takenOff)).toBe(played.count.qualified)
          const granted = read.granted!.lines.reduce((total, { text }) => total + figure(text), 0)
          expect(granted).toBe(played.charged)
          expect(figure(read.granted!.sum.text)).toBe(played.charged)
          const pay = read.pay?.reduce((total, { cents = 0 }) => total + cents, 0)
          if (pay !== undefined) expect(pay).toBeCloseTo(read.total, 9)
          else expect(read.total).toBe(granted)
        }
      }),
    )
  })

  test('a line stands for the videos that are too many to be named', () => {
    const many = receiptOf({
      count: { observed: 5_000, qualified: 4_000, inReview: 1_000, excluded: [] },
      videos: [video(3_000, 400)],
    })
    const { seen, takenOff } = readReceipt({ receipt: many, reviews: [], videos: [] }, english)
    expect([sum(seen), sum(takenOff)]).toEqual([5_000, 1_000])
    expect(seen[1]).toMatchObject({ label: 'Older videos', views: 2_000 })
  })

  test('reckoned again from the views, it comes to the same', () => {
    fc.assert(
      fc.property(story, (told) => {
        const played = play(told)
        const { charged, reserved, cents } = played
        expect(recomputeReceipt(played)).toEqual({ charged, reserved, cents })
      }),
    )
  })
})

test('reckoning again finds a line whose views, share or rate were changed afterwards', () => {
  expect(recomputeReceipt(receipt)).toEqual({ charged: 6_667, reserved: 0, cents: 66 })
  const [first, second] = days as [CreditLineOfDay, CreditLineOfDay]
  const changed = (day: Partial<CreditLineOfDay>) => recomputeReceipt({ ...receipt, days: [first, { ...second, ...day }] }).charged
  expect(changed({ left: 5_000 })).not.toBe(6_667)
  expect(changed({ qualified: 5_000 })).not.toBe(6_667)
  expect(changed({ shared: { numerator: 8_000, denominator: 12_000, rank: 2, extras: 1 } })).toBe(6_666)
  expect(recomputeReceipt({ ...receipt, terms: { ...receipt.terms, rateCard: { ...rateCard, centsPer1000: 20 } } }).cents).toBe(133)
})

test.each([
  [
    'en',
    english,
    'The final reading took off 1000 views. 1000 credits granted for them return to the brand',
    'did not answer at the final reading',
  ],
  ['fr', french, 'Le dernier relevé a retiré 1000 vues. 1000 crédits attribués', 'n’a pas répondu lors du dernier relevé'],
] as const)('a final reading that took views off, or is missing, is told (%s)', (_, reader, returned, missing) => {
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
  expect(String(read.granted?.lines[1]?.note).replaceAll(/[\s\u202f,](?=\d{3})/g, '')).toContain(returned)
  expect(figure(String(read.granted?.lines[1]?.text))).toBe(-1_000)
  expect(read.takenOff.map(({ label, views }) => [label, views])).toEqual([
    [exclusionTable.removed_by_network[reader.locale].replace(/\.$/, ''), 1_000],
  ])
  expect(read.details).toContain(missing)
  expect(recomputeReceipt(receipt)).toEqual(expect.objectContaining({ charged: 5_000, cents: 50 }))
})
