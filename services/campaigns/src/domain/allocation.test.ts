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
const granted = ({ allocations }: Allocation) =>
  Object.fromEntries(allocations.map(({ id, charged, reserved }) => [id, [charged, reserved]]))

test('allocates all demanded views if they fit within the goal, charging qualified views and reserving those in review', () => {
  const result = allocate({ goal: 1_000, claims: [claim('a', { qualified: 300, inReview: 50 }), claim('b', { qualified: 200 })] })
  expect(granted(result)).toEqual({ a: [300, 50], b: [200, 0] })
  expect(result).toMatchObject({ left: 1_000, charged: 500, reserved: 50, state: 'open' })
  expect(result.allocations[0]).not.toHaveProperty('shared')
})

test('shares the unallocated views in proportion to the demands and records the shares', () => {
  const result = allocate({
    goal: 100,
    claims: [claim('a', { qualified: 100 }), claim('b', { qualified: 100 }), claim('c', { qualified: 100 })],
  })
  expect(granted(result)).toEqual({ a: [34, 0], b: [33, 0], c: [33, 0] })
  expect(result.state).toBe('completed')
  expect(result.allocations.map(({ shared }) => shared)).toEqual([
    { numerator: 100, denominator: 300, rank: 1, extras: 1 },
    { numerator: 100, denominator: 300, rank: 2, extras: 1 },
    { numerator: 100, denominator: 300, rank: 3, extras: 1 },
  ])
})

test('assigns leftover views by largest remainder, then by earlier sign-up, then by smaller id', () => {
  const claims = [claim('a', { qualified: 2 }), claim('b', { qualified: 4 }), claim('c', { qualified: 2 })]
  expect(granted(allocate({ goal: 7, claims }))).toEqual({ a: [2, 0], b: [3, 0], c: [2, 0] })
  const late = { signedUpAt: minute(9), qualified: 1 }
  expect(granted(allocate({ goal: 1, claims: [claim('a', late), claim('b', { qualified: 1 })] }))).toEqual({ a: [0, 0], b: [1, 0] })
  expect(granted(allocate({ goal: 1, claims: [claim('b', late), claim('a', late)] }))).toEqual({ a: [1, 0], b: [0, 0] })
})

test('closes a campaign when all its views are allocated and completes it when all are charged', () => {
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

test('charges reserved views when their review is approved', () => {
  const result = allocate({ goal: 100, claims: [claim('a', { qualified: 150, charged: 60, reserved: 40 })] })
  expect(granted(result)).toEqual({ a: [100, 0] })
  expect(result.allocations[0]).toMatchObject({ freed: 0, granted: 0 })
})

test('frees a rejected review’s reserved views for other sign-ups', () => {
  const claims = [claim('a', { qualified: 60, charged: 60, reserved: 40 }), claim('b', { qualified: 70 })]
  const result = allocate({ goal: 100, claims })
  expect(granted(result)).toEqual({ a: [60, 0], b: [40, 0] })
  expect(result.left).toBe(40)
  expect(result.allocations[0]).toMatchObject({ freed: 40, demand: 0 })
})

test('keeps views charged even if fewer views qualify later', () => {
  expect(granted(allocate({ goal: 100, claims: [claim('a', { qualified: 10, charged: 60 })] }))).toEqual({ a: [60, 0] })
})

test('throws if the allocated views exceed the goal', () => {
  expect(() => allocate({ goal: 10, claims: [claim('a', { qualified: 11, charged: 11 })] })).toThrow(
    'allocated 1 more views than the goal of 10',
  )
})

test('allocates nothing without sign-ups', () => {
  expect(allocate({ goal: 10, claims: [] })).toEqual({ allocations: [], left: 10, charged: 0, reserved: 0, state: 'open' })
})

/**
 * Generates every state that earlier allocations may leave: up to all qualified views charged, and any number reserved.
 */
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

const byId = ({ allocations }: Allocation) => allocations.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Reference implementation with big integers, one view at a time. */
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

test('matches an independently computed allocation', () => {
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

test('allocates the goal or all eligible views, whichever is less', () => {
  fc.assert(
    fc.property(anyState, ({ goal, claims }) => {
      const { allocations, charged, reserved } = allocate({ goal, claims })
      expect(charged + reserved).toBeLessThanOrEqual(goal)
      const eligible = claims.reduce((total, { qualified, inReview }) => total + qualified + inReview, 0)
      expect(charged + reserved).toBe(Math.min(goal, eligible))
      for (const [index, one] of allocations.entries()) {
        expect(one.charged).toBeLessThanOrEqual(claims[index]!.qualified)
        expect(one.reserved).toBeLessThanOrEqual(claims[index]!.inReview)
      }
    }),
  )
})

test('allocates within one view of the exact share and never more than demanded', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { allocations, left } = allocate(state)
      for (const { granted: views, demand, shared } of allocations) {
        expect(views).toBeLessThanOrEqual(demand)
        if (!shared) continue
        const off = BigInt(views) * BigInt(shared.denominator) - BigInt(left) * BigInt(shared.numerator)
        expect(off < BigInt(shared.denominator) && -off < BigInt(shared.denominator)).toBe(true)
      }
    }),
  )
})

test('makes rejected views available to the next allocation', () => {
  fc.assert(
    fc.property(anyState, ({ goal, claims }) => {
      const first = allocate({ goal, claims })
      const refused = claims.map((one, index) => ({ ...one, ...first.allocations[index]!, inReview: 0 }))
      const second = allocate({ goal, claims: refused })
      expect(second.left).toBe(goal - first.charged)
      expect(second.reserved).toBe(0)
    }),
  )
})

test('never lowers charged views or exceeds the goal, whatever reviewers decide', () => {
  const day = fc.array(fc.record({ more: fc.nat(5_000), review: fc.nat(3_000), yes: fc.nat(100), no: fc.nat(100) }), {
    minLength: 4,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.array(day, { maxLength: 15 }), fc.integer({ min: 1, max: 60 }), (days, thousands) => {
      const goal = thousands * 1_000
      let claims = ['a', 'b', 'c', 'd'].map((id) => claim(id))
      for (const news of days) {
        const updated = claims.map((one, index) => {
          const { more, review, yes, no } = news[index]!
          const approved = Math.floor((one.inReview * yes) / 100)
          const refused = Math.floor(((one.inReview - approved) * no) / 100)
          return { ...one, qualified: one.qualified + more + approved, inReview: one.inReview - approved - refused + review }
        })
        const result = allocate({ goal, claims: updated })
        expect(result.charged + result.reserved).toBeLessThanOrEqual(goal)
        for (const [index, { charged }] of result.allocations.entries()) expect(charged).toBeGreaterThanOrEqual(claims[index]!.charged)
        claims = updated.map((one, index) => ({
          ...one,
          charged: result.allocations[index]!.charged,
          reserved: result.allocations[index]!.reserved,
        }))
        expect(allocate({ goal, claims }).allocations.every(({ granted: views, freed }) => views === 0 && freed === 0)).toBe(true)
      }
    }),
  )
})

test('computes exact shares even for demands beyond the precision of a double', () => {
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
  // Equal demands leave equal remainders, so every comparison also needs the sign-up times.
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
