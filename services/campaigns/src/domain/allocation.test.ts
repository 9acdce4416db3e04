import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Allocation, allocate, type Claim } from './allocation.ts'

const minute = (count: number) => new Date(Date.UTC(2026, 10, 21, 12, count))
const claim = (id: string, facts: Partial<Claim> = {}): Claim => ({
  id,
  signedUpAt: minute(id.charCodeAt(0) - 97),
  qualified: 0,
  inReview: 0,
  charged: 0,
  reserved: 0,
  ...facts,
})
const granted = ({ allotments }: Allocation) => Object.fromEntries(allotments.map(({ id, charged, reserved }) => [id, [charged, reserved]]))

test('grants all demands while the goal suffices: qualified views are charged, those in review reserved', () => {
  const result = allocate({ goal: 1_000, claims: [claim('a', { qualified: 300, inReview: 50 }), claim('b', { qualified: 200 })] })
  expect(granted(result)).toEqual({ a: [300, 50], b: [200, 0] })
  expect(result).toMatchObject({ left: 1_000, charged: 500, reserved: 50, state: 'open' })
  expect(result.allotments[0]).not.toHaveProperty('shared')
})

test('shares what is left in proportion to the demands, and says how', () => {
  const result = allocate({
    goal: 100,
    claims: [claim('a', { qualified: 100 }), claim('b', { qualified: 100 }), claim('c', { qualified: 100 })],
  })
  expect(granted(result)).toEqual({ a: [34, 0], b: [33, 0], c: [33, 0] })
  expect(result.state).toBe('completed')
  expect(result.allotments.map(({ shared }) => shared)).toEqual([
    { numerator: 100, denominator: 300, rank: 1, extras: 1 },
    { numerator: 100, denominator: 300, rank: 2, extras: 1 },
    { numerator: 100, denominator: 300, rank: 3, extras: 1 },
  ])
})

test('gives the view that rounding left to the largest remainder, and among equal ones to the earlier sign-up, then to the lesser id', () => {
  // Exact shares 1.75, 3.5 and 1.75.
  const claims = [claim('a', { qualified: 2 }), claim('b', { qualified: 4 }), claim('c', { qualified: 2 })]
  expect(granted(allocate({ goal: 7, claims }))).toEqual({ a: [2, 0], b: [3, 0], c: [2, 0] })
  const late = { signedUpAt: minute(9), qualified: 1 }
  expect(granted(allocate({ goal: 1, claims: [claim('a', late), claim('b', { qualified: 1 })] }))).toEqual({ a: [0, 0], b: [1, 0] })
  expect(granted(allocate({ goal: 1, claims: [claim('b', late), claim('a', late)] }))).toEqual({ a: [1, 0], b: [0, 0] })
})

test('closes when all is given out, and completes when all of it is charged', () => {
  expect(allocate({ goal: 100, claims: [claim('a', { qualified: 60, inReview: 90 })] })).toMatchObject({
    charged: 60,
    reserved: 40,
    state: 'closed',
  })
  expect(allocate({ goal: 100, claims: [claim('a', { qualified: 100, inReview: 90 })] })).toMatchObject({
    charged: 100,
    reserved: 0,
    state: 'completed',
  })
  expect(allocate({ goal: 100, claims: [claim('a', { qualified: 99 })] }).state).toBe('open')
})

test('a review that says yes turns what was reserved into charged', () => {
  const result = allocate({ goal: 100, claims: [claim('a', { qualified: 150, charged: 60, reserved: 40 })] })
  expect(granted(result)).toEqual({ a: [100, 0] })
  expect(result.allotments[0]).toMatchObject({ freed: 0, granted: 0 })
})

test('a review that says no frees what was reserved, for others too', () => {
  const claims = [claim('a', { qualified: 60, charged: 60, reserved: 40 }), claim('b', { qualified: 70 })]
  const result = allocate({ goal: 100, claims })
  expect(granted(result)).toEqual({ a: [60, 0], b: [40, 0] })
  expect(result.left).toBe(40)
  expect(result.allotments[0]).toMatchObject({ freed: 40, demand: 0 })
})

test('what is charged stays charged when figures fall short of it', () => {
  expect(granted(allocate({ goal: 100, claims: [claim('a', { qualified: 10, charged: 60 })] }))).toEqual({ a: [60, 0] })
})

test('refuses to reckon on when more was granted than the goal', () => {
  expect(() => allocate({ goal: 10, claims: [claim('a', { qualified: 11, charged: 11 })] })).toThrow('1 views more than the goal')
})

test('without sign-ups nothing is granted', () => {
  expect(allocate({ goal: 10, claims: [] })).toEqual({ allotments: [], left: 10, charged: 0, reserved: 0, state: 'open' })
})

// —— properties ——

/** Any state that earlier allocations may have left: charged up to the qualified views, reserved beside. */
const anyClaim = fc.record({
  qualified: fc.nat(400_000),
  inReview: fc.nat(100_000),
  part: fc.nat(100),
  reserved: fc.nat(20_000),
  minutes: fc.nat(3),
})
const anyState = fc.tuple(fc.array(anyClaim, { maxLength: 12 }), fc.integer({ min: 1, max: 500 })).map(([rows, thousands]) => {
  const goal = thousands * 1_000
  let left = goal
  const claims = rows.map(({ qualified, inReview, part, reserved, minutes }, index): Claim => {
    const charged = Math.min(Math.floor((qualified * part) / 100), left)
    left -= charged
    const waiting = Math.min(reserved, left)
    left -= waiting
    return { id: `s${String(index).padStart(2, '0')}`, signedUpAt: minute(minutes), qualified, inReview, charged, reserved: waiting }
  })
  return { goal, claims }
})

const byId = ({ allotments }: Allocation) => allotments.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The rule as one would do it by hand, in big integers and view by view. */
function byHand({ goal, claims }: { goal: number; claims: readonly Claim[] }): Record<string, [number, number]> {
  const rows = claims.map((one) => {
    const held = Math.max(one.charged, Math.min(one.charged + one.reserved, one.qualified + one.inReview))
    return { one, held: BigInt(held), demand: BigInt(Math.max(0, one.qualified + one.inReview - held)), granted: 0n }
  })
  const left = BigInt(goal) - rows.reduce((total, { held }) => total + held, 0n)
  const wanted = rows.reduce((total, { demand }) => total + demand, 0n)
  for (const row of rows) row.granted = wanted <= left ? row.demand : (left * row.demand) / wanted
  let rest = wanted <= left ? 0n : left - rows.reduce((total, { granted: views }) => total + views, 0n)
  const served = new Set<(typeof rows)[number]>()
  for (; rest > 0n; rest -= 1n) {
    let best: (typeof rows)[number] | undefined
    for (const row of rows) {
      if (served.has(row)) continue
      const more = best ? ((left * row.demand) % wanted) - ((left * best.demand) % wanted) : 1n
      const when = best ? row.one.signedUpAt.getTime() - best.one.signedUpAt.getTime() : 0
      if (!best || more > 0n || (more === 0n && (when < 0 || (when === 0 && row.one.id < best.one.id)))) best = row
    }
    best!.granted += 1n
    served.add(best!)
  }
  return Object.fromEntries(
    rows.map(({ one, held, granted: views }) => {
      const all = Number(held + views)
      const charged = Math.max(one.charged, Math.min(all, one.qualified))
      return [one.id, [charged, all - charged]]
    }),
  )
}

test('is what one gets by hand', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(granted(allocate(state))).toEqual(byHand(state))
    }),
  )
})

test('does not depend on the order of the sign-ups', () => {
  fc.assert(
    fc.property(
      anyState.chain((state) => fc.tuple(fc.constant(state), fc.shuffledSubarray(state.claims, { minLength: state.claims.length }))),
      ([{ goal, claims }, shuffled]) => {
        expect(byId(allocate({ goal, claims: shuffled }))).toEqual(byId(allocate({ goal, claims })))
      },
    ),
  )
})

test('never grants more than the goal, and as much as the goal and the eligible views allow', () => {
  fc.assert(
    fc.property(anyState, ({ goal, claims }) => {
      const { allotments, charged, reserved } = allocate({ goal, claims })
      expect(charged + reserved).toBeLessThanOrEqual(goal)
      const eligible = claims.reduce((total, { qualified, inReview }) => total + qualified + inReview, 0)
      expect(charged + reserved).toBe(Math.min(goal, eligible))
      for (const [index, one] of allotments.entries()) {
        expect(one.charged).toBeLessThanOrEqual(claims[index]!.qualified)
        expect(one.reserved).toBeLessThanOrEqual(claims[index]!.inReview)
      }
    }),
  )
})

test('nobody gets a view more or less than the exact share, and nobody more than was asked for', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { allotments, left } = allocate(state)
      for (const { granted: views, demand, shared } of allotments) {
        expect(views).toBeLessThanOrEqual(demand)
        if (!shared) continue
        const off = BigInt(views) * BigInt(shared.denominator) - BigInt(left) * BigInt(shared.numerator)
        expect(off < BigInt(shared.denominator) && -off < BigInt(shared.denominator)).toBe(true)
      }
    }),
  )
})

test('what is refused in review is free again: all of it is left to be granted anew', () => {
  fc.assert(
    fc.property(anyState, ({ goal, claims }) => {
      const first = allocate({ goal, claims })
      const refused = claims.map((one, index) => ({ ...one, ...first.allotments[index]!, inReview: 0 }))
      const second = allocate({ goal, claims: refused })
      expect(second.left).toBe(goal - first.charged)
      expect(second.reserved).toBe(0)
    }),
  )
})

test('day after day: charged never falls, and the sums stay within the goal, whatever is decided', () => {
  const day = fc.array(fc.record({ more: fc.nat(5_000), review: fc.nat(3_000), yes: fc.nat(100), no: fc.nat(100) }), {
    minLength: 4,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.array(day, { maxLength: 15 }), fc.integer({ min: 1, max: 60 }), (days, thousands) => {
      const goal = thousands * 1_000
      let claims = ['a', 'b', 'c', 'd'].map((id) => claim(id))
      for (const news of days) {
        const heard = claims.map((one, index) => {
          const { more, review, yes, no } = news[index]!
          const said = Math.floor((one.inReview * yes) / 100)
          const refused = Math.floor(((one.inReview - said) * no) / 100)
          return { ...one, qualified: one.qualified + more + said, inReview: one.inReview - said - refused + review }
        })
        const result = allocate({ goal, claims: heard })
        expect(result.charged + result.reserved).toBeLessThanOrEqual(goal)
        for (const [index, { charged }] of result.allotments.entries()) expect(charged).toBeGreaterThanOrEqual(claims[index]!.charged)
        claims = heard.map((one, index) => ({
          ...one,
          charged: result.allotments[index]!.charged,
          reserved: result.allotments[index]!.reserved,
        }))
        // Asked again on the same day it grants nothing new.
        expect(allocate({ goal, claims }).allotments.every(({ granted: views, freed }) => views === 0 && freed === 0)).toBe(true)
      }
    }),
  )
})

// —— size ——

test('demands beyond what a double holds are shared exactly all the same', () => {
  const giants = fc.array(fc.integer({ min: 2 ** 40, max: 2 ** 50 }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(giants, fc.integer({ min: 1, max: 500 }), (demands, thousands) => {
      const claims = demands.map((qualified, index) => claim(String.fromCharCode(97 + index), { qualified }))
      const state = { goal: thousands * 1_000, claims }
      expect(granted(allocate(state))).toEqual(byHand(state))
    }),
  )
})

test('needs at most n log n comparisons for n sign-ups', () => {
  const count = 50_000
  let reads = 0
  // Equal demands leave equal remainders, so each comparison reads both times.
  const claims = Array.from({ length: count }, (_, index) => ({
    ...claim(String(index), { qualified: 100 }),
    get signedUpAt() {
      reads += 1
      return minute((index * 7_919) % 50)
    },
  }))
  expect(allocate({ goal: 500_000, claims })).toMatchObject({ charged: 500_000 })
  expect(reads).toBeGreaterThan(count)
  expect(reads).toBeLessThan(2 * count * Math.log2(count))
})
