/** The consumer, when the database hangs, an event has two versions, or a redelivered event's handler fails. */
import { randomUUID } from 'node:crypto'
import { defineEvent, type Envelope, type EventDefinition, type EventDraft } from '@reelfair/contracts'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedMongo } from '@reelfair/testkit/shared'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { cuttable } from '../../test/cuttable.ts'
import { effects, limits, openWorld, silent, Tested, takeEffect, tally, type World } from '../../test/world.ts'
import { createTransactor } from '../data/transact.ts'
import { on } from '../define.ts'
import type { Hearing } from '../service.ts'
import type { ConsumerOptions } from './bus.ts'
import { startConsumer } from './consumer.ts'
import { inProcessBus } from './in-process.ts'

const LIMIT_MS = 2_000

/** A consumer's `handle`, whose transactions may take two seconds. */
async function handling(world: World, hears: readonly Hearing[]): Promise<ConsumerOptions['handle']> {
  let handle: ConsumerOptions['handle'] | undefined
  const { bus, database, context } = world
  const source = 'tested'
  const made = { now: () => new Date(), newId: randomUUID, log: silent, mostOpen: limits.mostOpen, limitMs: LIMIT_MS }
  const transactor = createTransactor({ database, source, ...made })
  const consume = async (options: ConsumerOptions) => {
    handle = options.handle
    return { stop: async () => {} }
  }
  await startConsumer({ bus: { ...bus, consume }, queue: 'q', hears, transactor, contextOf: context, log: silent })
  return handle!
}

const delivery = ({ type, version, data }: EventDraft) => {
  const id = randomUUID()
  const body: Envelope = {
    specversion: '1.0',
    id,
    type,
    source: '/tested',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataversion: version,
    causationid: 'a test',
    data,
  }
  return { id, type, attempt: 1, body: Buffer.from(JSON.stringify(body)) }
}

async function openThrough(uri: string): Promise<World> {
  const world = await openWorld({ bus: inProcessBus({ log: silent }), uri })
  onTestFinished(() => world.stop())
  return world
}

test.each([
  ['writes', takeEffect],
  // Its inbox row is then the only write, which needs no transaction.
  ['does nothing', { ...takeEffect, run: async () => {} }],
])(
  'a database that hangs is no failure of an event whose handler %s: the batch waits, and takes effect later',
  async (_, hearing) => {
    const way = await cuttable((await sharedMongo()).uri)
    onTestFinished(() => way.close())
    const address = new URL(way.url)
    address.searchParams.delete('replicaSet')
    address.searchParams.set('directConnection', 'true')
    const world = await openThrough(address.href)
    const handle = await handling(world, [hearing])
    expect(await handle([delivery(Tested.of({ name: 'before' }))])).toEqual(['done'])
    const batch = [delivery(Tested.of({ name: 'a' })), delivery(Tested.of({ name: 'b' }))]
    way.freeze()
    const refused = { status: 'rejected', reason: { name: 'NoAnswer' } }
    expect(await Promise.allSettled([handle(batch), handle([delivery(Tested.of({ name: 'never' }))])])).toMatchObject([refused, refused])
    // What hung is lost; were it to arrive now, the server would keep the batch's rows locked for a transaction that nobody ends.
    way.cut()
    way.mend()
    await eventually(async () => expect(await handle(batch)).toEqual(['done', 'done']), { within: 20_000 })
    expect(await tally(world)).toEqual({ names: hearing === takeEffect ? 3 : 0, notOnce: {} })
  },
  60_000,
)

test('a use case that takes too long while the database answers is a failure of its event alone', async () => {
  const world = await openThrough((await sharedMongo()).uri)
  const hearing: Hearing = {
    ...takeEffect,
    run: (data: { name: string }, ctx) => (data.name === 'endless' ? new Promise(() => {}) : takeEffect.run(data, ctx)),
  }
  const handle = await handling(world, [hearing])
  const batch = ['a', 'endless', 'b'].map((name) => delivery(Tested.of({ name })))
  expect(await handle(batch)).toEqual(['done', 'failed', 'done'])
  expect(await tally(world)).toEqual({ names: 2, notOnce: {} })
})

test('treats a redelivered event as a duplicate even if its handler fails', async () => {
  const world = await openThrough((await sharedMongo()).uri)
  const hearing: Hearing = {
    ...takeEffect,
    run: async (data: { name: string }, ctx) => {
      if (await effects.findOne(ctx, { name: data.name })) throw new Error(`${data.name} is there`)
      await takeEffect.run(data, ctx)
    },
  }
  const handle = await handling(world, [hearing])
  const [first, second] = [delivery(Tested.of({ name: 'a' })), delivery(Tested.of({ name: 'b' }))]
  for (const batch of [[first], [first], [first, second]]) expect(await handle(batch)).toEqual(batch.map(() => 'done'))
  expect(await tally(world)).toEqual({ names: 2, notOnce: {} })
  expect(await handle([delivery(Tested.of({ name: 'a' }))])).toEqual(['failed'])
})

test('two versions of an event are heard side by side, each by its own use case', async () => {
  const world = await openThrough((await sharedMongo()).uri)
  const First: EventDefinition = defineEvent('kit.grown', 1, z.object({ name: z.string() }))
  const Second: EventDefinition = defineEvent('kit.grown', 2, z.object({ name: z.string(), size: z.int() }))
  const heard: unknown[] = []
  const handle = await handling(world, [
    on(First, async (data) => heard.push(['one', data])),
    on(Second, async (data) => heard.push(['two', data])),
  ])
  const sent = [First.of({ name: 'old' }), Second.of({ name: 'new', size: 3 }), { ...First.of({ name: 'later' }), version: 3 }]
  expect(await handle(sent.map(delivery))).toEqual(['done', 'done', 'failed'])
  expect(heard).toEqual([
    ['one', { name: 'old' }],
    ['two', { name: 'new', size: 3 }],
  ])
})
