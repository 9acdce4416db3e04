import { randomUUID } from 'node:crypto'
import { defineEvent, type Envelope, type EventDefinition, type EventDraft } from '@reelfair/contracts'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedMongo } from '@reelfair/testkit/shared'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startCuttableProxy } from '../../test/cuttable.ts'
import { countEffects, effects, limits, openWorld, silent, Tested, takeEffect, type World } from '../../test/world.ts'
import { createTransactor } from '../data/transact.ts'
import { on } from '../define.ts'
import type { Subscription } from '../service.ts'
import type { ConsumerOptions } from './bus.ts'
import { startConsumer } from './consumer.ts'
import { inProcessBus } from './in-process.ts'

const LIMIT_MS = 2_000

/** Starts a consumer with a transaction time limit of 2 s and returns its `handle`. */
async function handling(world: World, subscriptions: readonly Subscription[]): Promise<ConsumerOptions['handle']> {
  let handle: ConsumerOptions['handle'] | undefined
  const { bus, database, context } = world
  const source = 'tested'
  const made = { now: () => new Date(), newId: randomUUID, log: silent, maxOpen: limits.maxOpen, limitMs: LIMIT_MS }
  const transactor = createTransactor({ database, source, ...made })
  const consume = async (options: ConsumerOptions) => {
    handle = options.handle
    return { stop: async () => {} }
  }
  await startConsumer({ bus: { ...bus, consume }, queue: 'q', subscriptions, transactor, contextOf: context, log: silent })
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
  // If the handler writes nothing, the inbox row is the only write and needs no transaction.
  ['does nothing', { ...takeEffect, run: async () => {} }],
])(
  'retries the batch after a database hang if the handler %s',
  async (_, subscription) => {
    const way = await startCuttableProxy((await sharedMongo()).uri)
    onTestFinished(() => way.close())
    const address = new URL(way.url)
    address.searchParams.delete('replicaSet')
    address.searchParams.set('directConnection', 'true')
    const world = await openThrough(address.href)
    const handle = await handling(world, [subscription])
    expect(await handle([delivery(Tested.of({ name: 'before' }))])).toEqual(['done'])
    const batch = [delivery(Tested.of({ name: 'a' })), delivery(Tested.of({ name: 'b' }))]
    way.freeze()
    const refused = { status: 'rejected', reason: { name: 'DatabaseUnresponsive' } }
    expect(await Promise.allSettled([handle(batch), handle([delivery(Tested.of({ name: 'never' }))])])).toMatchObject([refused, refused])
    // Drops the frozen traffic. If it reached the server, it would start a transaction that never ends and locks the
    // batch's rows.
    way.cut()
    way.repair()
    await eventually(async () => expect(await handle(batch)).toEqual(['done', 'done']), { within: 20_000 })
    expect(await countEffects(world)).toEqual({ names: subscription === takeEffect ? 3 : 0, notOnce: {} })
  },
  60_000,
)

test('fails only the event that exceeds the time limit if the database still responds', async () => {
  const world = await openThrough((await sharedMongo()).uri)
  const subscription: Subscription = {
    ...takeEffect,
    run: (data: { name: string }, ctx) => (data.name === 'endless' ? new Promise(() => {}) : takeEffect.run(data, ctx)),
  }
  const handle = await handling(world, [subscription])
  const batch = ['a', 'endless', 'b'].map((name) => delivery(Tested.of({ name })))
  expect(await handle(batch)).toEqual(['done', 'failed', 'done'])
  expect(await countEffects(world)).toEqual({ names: 2, notOnce: {} })
})

test('recognizes a duplicate event even if its handler now fails', async () => {
  const world = await openThrough((await sharedMongo()).uri)
  const subscription: Subscription = {
    ...takeEffect,
    run: async (data: { name: string }, ctx) => {
      if (await effects.findOne(ctx, { name: data.name })) throw new Error(`${data.name} already exists`)
      await takeEffect.run(data, ctx)
    },
  }
  const handle = await handling(world, [subscription])
  const [first, second] = [delivery(Tested.of({ name: 'a' })), delivery(Tested.of({ name: 'b' }))]
  for (const batch of [[first], [first], [first, second]]) expect(await handle(batch)).toEqual(batch.map(() => 'done'))
  expect(await countEffects(world)).toEqual({ names: 2, notOnce: {} })
  expect(await handle([delivery(Tested.of({ name: 'a' }))])).toEqual(['failed'])
})

test('routes two versions of an event to different use cases', async () => {
  const world = await openThrough((await sharedMongo()).uri)
  const First: EventDefinition = defineEvent('kit.grown', 1, z.object({ name: z.string() }))
  const Second: EventDefinition = defineEvent('kit.grown', 2, z.object({ name: z.string(), size: z.int() }))
  const received: unknown[] = []
  const handle = await handling(world, [
    on(First, async (data) => received.push(['one', data])),
    on(Second, async (data) => received.push(['two', data])),
  ])
  const sent = [First.of({ name: 'old' }), Second.of({ name: 'new', size: 3 }), { ...First.of({ name: 'later' }), version: 3 }]
  expect(await handle(sent.map(delivery))).toEqual(['done', 'done', 'failed'])
  expect(received).toEqual([
    ['one', { name: 'old' }],
    ['two', { name: 'new', size: 3 }],
  ])
})
