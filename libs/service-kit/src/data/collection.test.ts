import { randomUUID } from 'node:crypto'
import { Refusal } from '@reelfair/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openWorld, silent, type World } from '../../test/world.ts'
import { inProcessBus } from '../bus/in-process.ts'
import type { Tx } from '../service.ts'
import { defineCollection, found, type Stored } from './collection.ts'
import { inBatches } from './in-batches.ts'

const fairs = defineCollection('fairs', {
  town: String,
  stalls: Number,
  opensAt: Date,
  tags: z.array(z.string()).default([]),
  address: z.strictObject({ city: z.string() }).optional(),
})
  .unique('not_allowed', { town: 1, opensAt: 1 })
  .unique('stalls_taken', { stalls: 1 }, { where: { stalls: { $gt: 1_000 } } })
  .index({ town: 1, opensAt: -1, id: -1 })
  .index({ 'address.city': 1 })
const counters = defineCollection('counters', { count: Number })
const timed = defineCollection('timed', { at: Date }).index({ at: 1 }, { expireAfterSeconds: 60 })

let world: World
beforeAll(async () => {
  world = await openWorld({ bus: inProcessBus({ log: silent }), collections: [fairs, counters, timed] })
})
afterAll(() => world?.stop())

const write = <T>(work: (tx: Tx) => Promise<T>) => world.transactor.transact('a test', work)
const scope = () => ({ connection: world.database.connection })
const fair = (more: Partial<Stored<typeof fairs>> = {}) => ({
  id: randomUUID(),
  town: 'Nice',
  stalls: 3,
  opensAt: new Date('2026-05-01'),
  tags: ['big'],
  ...more,
})
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refusal ? { code: error.code, details: error.details } : error
}

describe('writing', () => {
  test('reads back an inserted document with its id and version 1', async () => {
    const made = fair({ town: 'Lille', address: { city: 'Lille' } })
    expect(await write((tx) => fairs.insert(tx, made))).toEqual({ ...made, version: 1 })
    expect(await fairs.byId(scope(), made.id)).toEqual({ ...made, version: 1 })
    expect(await fairs.byId(scope(), randomUUID())).toBeUndefined()
  })

  test('rejects a document that does not match its shape and stores nothing', async () => {
    const odd = { ...fair({ town: 'Odd' }), stalls: 'many' as unknown as number }
    const unknown = { ...fair({ town: 'Odd' }), colour: 'red' }
    for (const document of [odd, unknown])
      await expect(write((tx) => fairs.insert(tx, document))).rejects.toMatchObject({ name: 'ZodError' })
    expect(await fairs.count(scope(), { town: 'Odd' }, 10)).toBe(0)
  })

  test('reads its own writes in the same transaction', async () => {
    await write(async (tx) => {
      const made = await fairs.insert(tx, fair({ town: 'Metz' }))
      const saved = await fairs.save(tx, { ...made, stalls: 9 })
      expect(await fairs.findOne(tx, { town: 'Metz' })).toEqual(saved)
      await fairs.remove(tx, saved)
      expect(await fairs.find(tx, { town: 'Metz' }, { limit: 5 })).toEqual([])
    })
  })

  test('reads its own write after clearing the identity map', async () => {
    const kept = await write((tx) => fairs.insert(tx, fair({ town: 'Sète' })))
    await write(async (tx) => {
      const saved = await fairs.save(tx, { ...kept, stalls: 5 })
      for (let i = 0; i < 10_000; i += 1) tx.unit.identityMap(fairs.name).set(randomUUID(), null)
      expect(await fairs.byId(tx, kept.id)).toEqual(saved)
    })
  })

  test('reads each document once in a transaction and returns its own writes', async () => {
    const [kept, gone, other] = await write(async (tx) => {
      const made: Stored<typeof fairs>[] = []
      for (const town of ['Foix', 'Lens', 'Vichy']) made.push(await fairs.insert(tx, fair({ town })))
      return made
    })
    const native = fairs.native(world.database.connection)
    const [reads, writes] = [vi.spyOn(native, 'find'), vi.spyOn(native, 'bulkWrite')]
    const asked = () => [reads.mock.calls.length, writes.mock.calls.length]
    const none = randomUUID()
    try {
      await write(async (tx) => {
        expect(await fairs.byIds(tx, [kept!.id, gone!.id, none, kept!.id])).toEqual([kept, gone])
        const saved = await fairs.save(tx, { ...kept!, stalls: 5 })
        await fairs.remove(tx, gone!)
        const made = await fairs.insert(tx, { ...fair({ town: 'Dax' }), id: none })
        expect(await fairs.byIds(tx, [kept!.id, gone!.id, none])).toEqual([saved, made])
        expect(asked()).toEqual([1, 0])
        // Writes to other documents stay buffered.
        expect(await fairs.byId(tx, other!.id)).toEqual(other)
        expect(asked()).toEqual([2, 0])
        // A read with a filter first sends the buffered writes.
        expect(await fairs.find(tx, { town: 'Dax' }, { limit: 1 })).toEqual([made])
        expect(asked()).toEqual([3, 1])
      })
    } finally {
      reads.mockRestore()
      writes.mockRestore()
    }
    expect(await fairs.byIds(scope(), [kept!.id, gone!.id, none])).toMatchObject([
      { stalls: 5, version: 2 },
      { town: 'Dax', version: 1 },
    ])
  })

  test('refuses a duplicate with the code of the unique index, even within one transaction', async () => {
    const first = fair({ town: 'Brest' })
    await write((tx) => fairs.insert(tx, first))
    expect(await refusalOf(write((tx) => fairs.insert(tx, fair({ town: 'Brest' }))))).toEqual({ code: 'not_allowed', details: {} })
    const twins = write(async (tx) => {
      await fairs.insert(tx, fair({ town: 'Dole' }))
      await fairs.insert(tx, fair({ town: 'Dole' }))
    })
    expect(await refusalOf(twins)).toEqual({ code: 'not_allowed', details: {} })
    expect(await fairs.count(scope(), { town: 'Dole' }, 10)).toBe(0)
  })

  test('refuses with `conflict` if the error table lacks the index’s code, and respects partial indexes', async () => {
    await write((tx) => fairs.insert(tx, fair({ town: 'A', stalls: 2_000 })))
    expect(await refusalOf(write((tx) => fairs.insert(tx, fair({ town: 'B', stalls: 2_000 }))))).toEqual({
      code: 'conflict',
      details: { rule: 'stalls_taken' },
    })
    await write((tx) => fairs.insert(tx, fair({ town: 'C', stalls: 10 })))
    await write((tx) => fairs.insert(tx, fair({ town: 'D', stalls: 10 })))
  })

  test('removes some of the matching documents', async () => {
    const town = 'Metz'
    await write(async (tx) => {
      for (const stalls of [1, 2, 3, 4, 5]) await fairs.insert(tx, fair({ town, stalls, opensAt: new Date(stalls) }))
    })
    const removeSome = () => write((tx) => fairs.removeSome(tx, { town, stalls: { $lt: 5 } }, { limit: 3, sort: { opensAt: 1 } }))
    const left = async () => (await fairs.find(scope(), { town }, { limit: 9 })).map(({ stalls }) => stalls).toSorted()
    expect([await removeSome(), await left()]).toEqual([3, [4, 5]])
    expect([await removeSome(), await left()]).toEqual([1, [5]])
    expect([await removeSome(), await left()]).toEqual([0, [5]])
  })

  test('repeats batches in transactions of their own until one is not full', async () => {
    const town = 'Nancy'
    await write(async (tx) => {
      for (const stalls of [1, 2, 3, 4, 5]) await fairs.insert(tx, fair({ town, opensAt: new Date(stalls) }))
    })
    const batches: { readonly tx: Tx; readonly count: number }[] = []
    const work = async (tx: Tx, limit: number) => {
      const count = await fairs.removeSome(tx, { town }, { limit })
      batches.push({ tx, count })
      return count
    }
    expect(await inBatches({ transact: write }, work, 2)).toBe(5)
    expect(batches.map(({ count }) => count)).toEqual([2, 2, 1])
    expect(new Set(batches.map(({ tx }) => tx)).size).toBe(3)
    expect(await inBatches({ transact: write }, work)).toBe(0)
  })

  test('refuses to save or remove a document that has changed since its last read', async () => {
    const made = await write((tx) => fairs.insert(tx, fair({ town: 'Pau' })))
    const saved = await write((tx) => fairs.save(tx, { ...made, stalls: 4 }))
    expect(saved).toEqual({ ...made, stalls: 4, version: 2 })
    expect(await refusalOf(write((tx) => fairs.save(tx, { ...made, stalls: 5 })))).toMatchObject({ code: 'conflict' })
    expect(await refusalOf(write((tx) => fairs.remove(tx, made)))).toMatchObject({ code: 'conflict' })
    expect(await fairs.byId(scope(), made.id)).toEqual(saved)
    await write((tx) => fairs.remove(tx, saved))
    expect(await refusalOf(write((tx) => fairs.save(tx, saved)))).toMatchObject({ code: 'conflict' })
  })

  test('stores none of 500 saves in one transaction when one is stale', async () => {
    const made = Array.from({ length: 500 }, (_, at) => fair({ town: `Lot ${at}`, opensAt: new Date(at * 1_000) }))
    const read = await write(async (tx) => {
      const all = []
      for (const one of made) all.push(await fairs.insert(tx, one))
      return all
    })
    await write((tx) => fairs.save(tx, { ...(read[250] ?? expect.unreachable()), stalls: 7 }))
    const saves = write(async (tx) => {
      for (const one of read) await fairs.save(tx, { ...one, stalls: 9 })
      await counters.insert(tx, { id: 'next to the lots', count: 1 })
    })
    expect(await refusalOf(saves)).toMatchObject({ code: 'conflict', details: { collection: 'fairs, counters' } })
    const ids = { id: { $in: read.map(({ id }) => id) } }
    expect(await fairs.count(scope(), { ...ids, stalls: 9 }, 1_000)).toBe(0)
    expect(await fairs.count(scope(), { ...ids, stalls: 3, version: 1 }, 1_000)).toBe(499)
    expect(await counters.byId(scope(), 'next to the lots')).toBeUndefined()
  })

  test('serializes 50 concurrent locks on one document', async () => {
    const most = 5
    const id = randomUUID()
    const take = () =>
      write(async (tx) => {
        const counter = await counters.lock(tx, id, { count: 0 })
        if (counter.count >= most) return false
        await counters.save(tx, { ...counter, count: counter.count + 1 })
        return true
      })
    const taken = await Promise.all(Array.from({ length: 50 }, take))
    expect(taken.filter(Boolean)).toHaveLength(most)
    expect(await counters.byId(scope(), id)).toMatchObject({ count: most })
  })

  test('replaces a copy only with a newer version, regardless of the order in which they arrive', async () => {
    const id = randomUUID()
    const put = (version: number, count: number) => write((tx) => counters.putNewer(tx, { id, version, count }))
    expect([await put(2, 20), await put(1, 10), await put(2, 21), await put(5, 50), await put(4, 40)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(await counters.byId(scope(), id)).toEqual({ id, version: 5, count: 50 })
    await write(async (tx) => {
      expect(await counters.putNewer(tx, { id, version: 6, count: 60 })).toBe(true)
      expect(await counters.putNewer(tx, { id, version: 7, count: 70 })).toBe(true)
      expect(await counters.putNewer(tx, { id, version: 6, count: 61 })).toBe(false)
    })
    expect(await counters.byId(scope(), id)).toEqual({ id, version: 7, count: 70 })
  })
})

describe('reading', () => {
  test('finds documents by filter, sorted and limited', async () => {
    await write(async (tx) => {
      for (const day of [3, 1, 2])
        await fairs.insert(tx, fair({ town: 'Sens', opensAt: new Date(`2026-06-0${day}`), tags: ['x', `d${day}`], address: { city: 'S' } }))
    })
    const found_ = await fairs.find(
      scope(),
      { town: 'Sens', opensAt: { $gte: new Date('2026-06-02') } },
      { limit: 5, sort: { opensAt: -1, id: -1 } },
    )
    expect(found_.map(({ opensAt }) => opensAt.getUTCDate())).toEqual([3, 2])
    expect(await fairs.find(scope(), { town: 'Sens', tags: 'd1' }, { limit: 5 })).toMatchObject([{ tags: ['x', 'd1'] }])
    expect(await fairs.find(scope(), { 'address.city': 'S' }, { limit: 2 })).toHaveLength(2)
    expect(await fairs.count(scope(), { town: 'Sens' }, 2)).toBe(2)
  })

  test('refuses an invalid limit or an undefined filter value', async () => {
    await expect(fairs.find(scope(), {}, { limit: 0 })).rejects.toThrow(RangeError)
    await expect(fairs.find(scope(), {}, { limit: 1_001 })).rejects.toThrow(RangeError)
    await expect(fairs.findOne(scope(), { town: undefined })).rejects.toThrow(TypeError)
  })

  test('returns every document once across pages, even with equal sort keys and concurrent inserts', async () => {
    const at = new Date('2026-07-01')
    const ids = await write(async (tx) => {
      const made: string[] = []
      for (let n = 0; n < 25; n += 1)
        made.push((await fairs.insert(tx, fair({ town: 'Page', opensAt: new Date(at.getTime() + n), stalls: n }))).id)
      return made
    })
    const same = defineCollection('fairs', { town: String, stalls: Number, opensAt: Date, tags: z.array(z.string()) }).index({
      town: 1,
      stalls: 1,
      id: 1,
    })
    const seen: string[] = []
    let cursor: string | undefined
    for (let round = 0; ; round += 1) {
      const page = await fairs.page(scope(), { town: 'Page' }, { sort: { opensAt: -1 }, limit: 4, cursor })
      seen.push(...page.items.map(({ id }) => id))
      expect(page.items.length).toBeLessThanOrEqual(4)
      await write((tx) => fairs.insert(tx, fair({ town: 'Page', opensAt: new Date(at.getTime() + 1_000 + round) })))
      cursor = page.next
      if (cursor === undefined) break
      expect(cursor.length).toBeLessThanOrEqual(200)
    }
    expect(seen).toEqual(ids.reverse())

    await write(async (tx) => {
      for (let n = 0; n < 7; n += 1) await fairs.insert(tx, fair({ town: 'Equal', stalls: 1, opensAt: new Date(at.getTime() + n) }))
    })
    const first = await same.page(scope(), { town: 'Equal' }, { sort: { stalls: 1 }, limit: 4 })
    const second = await same.page(scope(), { town: 'Equal' }, { sort: { stalls: 1 }, limit: 4, cursor: first.next })
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(7)
    expect(second.next).toBeUndefined()
  })

  test.each(['', 'nonsense', Buffer.from('[{"$gt":1},"x"]').toString('base64url'), Buffer.from('[1]').toString('base64url')])(
    'refuses the cursor "%s"',
    async (cursor) => {
      expect(await refusalOf(fairs.page(scope(), { town: 'Page' }, { sort: { opensAt: -1 }, limit: 4, cursor }))).toMatchObject({
        code: 'invalid_input',
      })
    },
  )

  test('yields every match once, in batches, sorted by id or another unique field', async () => {
    const all = Array.from({ length: 7 }, (_, index) =>
      fair({ town: 'Each', opensAt: new Date(2030, 0, index + 1), tags: [], address: { city: `Each ${index}` } }),
    )
    await write(async (tx) => {
      for (const one of all) await fairs.insert(tx, one)
      await fairs.insert(tx, fair({ town: 'Other', opensAt: new Date(2030, 0, 1) }))
    })
    const ids = all.map(({ id }) => id).sort()
    const yielded = async (options?: Parameters<typeof fairs.each>[2]) => {
      const seen: string[] = []
      for await (const { id } of fairs.each(scope(), { town: 'Each' }, options)) seen.push(id)
      return seen
    }
    for (const batch of [1, 3, 7, 1_000]) expect(await yielded({ batch })).toEqual(ids)
    expect(await yielded({ batch: 2, after: ids[2]! })).toEqual(ids.slice(3))
    const towns: string[] = []
    for await (const { town } of fairs.each(scope(), { town: { $in: ['Each', 'Other'] } }, { by: 'town', batch: 1 })) towns.push(town)
    expect(towns).toEqual(['Each', 'Other'])
  })

  test('refuses a page without a matching index', async () => {
    await expect(fairs.page(scope(), {}, { sort: { opensAt: -1 }, limit: 4 })).rejects.toThrow('no index of fairs')
    await expect(fairs.page(scope(), { town: 'Page' }, { sort: { stalls: 1 }, limit: 4 })).rejects.toThrow('no index of fairs')
  })

  test('reports whether a query scans the whole collection', async () => {
    expect(await fairs.explain(scope(), { town: 'Page' }, { opensAt: -1, id: -1 })).toMatch(/IXSCAN/)
    expect(await fairs.explain(scope(), { town: 'Page', opensAt: { $lt: new Date() } }, { opensAt: -1, id: -1 })).not.toMatch(
      /COLLSCAN|SORT/,
    )
    expect(await fairs.explain(scope(), { tags: 'big' })).toMatch(/COLLSCAN/)
  })

  test('refuses with `not_found` if the document is missing', () => {
    expect(found('here')).toBe('here')
    expect(() => found(undefined)).toThrow(new Refusal('not_found'))
  })
})

describe('declaring', () => {
  test('creates the declared indexes, including their expiry', async () => {
    const indexes = await timed.native(world.database.connection).indexes()
    expect(indexes).toContainEqual(expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 60 }))
  })

  test('refuses duplicate index names and reserved field names', () => {
    const twice = defineCollection('twice', { a: String }).index({ a: 1 })
    expect(() => twice.index({ a: 1 })).toThrow('two indexes')
    expect(() => defineCollection('own', { id: String })).toThrow('must not declare id')
  })
})
