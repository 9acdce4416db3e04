import { defineEvent, Id } from '@reelfair/contracts'
import { type Context, defineCollection, defineConfig, defineService, on, routesOf, type Tx } from '@reelfair/service-kit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countBy, eventually, movableClock, startService, times } from './index.ts'
import { sharedMongo } from './shared.ts'

const Planted = defineEvent('tree.planted', 1, z.object({ treeId: Id }))
const Rained = defineEvent('sky.rained', 1, z.object({ millimetres: z.int() }))

const trees = defineCollection('trees', { ownerId: Id, height: z.int(), plantedAt: Date }).index({ ownerId: 1 })

const plant = (_: unknown, ctx: Context<'creator'>) =>
  ctx.transact(async (tx: Tx) => {
    const tree = await trees.insert(tx, { id: ctx.newId(), ownerId: ctx.actor.id, height: 0, plantedAt: ctx.now() })
    tx.emit(Planted.of({ treeId: tree.id }))
    return { id: tree.id, at: tree.plantedAt.toISOString() }
  })

const grow = ({ millimetres }: { millimetres: number }, ctx: Context) =>
  ctx.transact(async (tx: Tx) => {
    if (millimetres < 0) throw new Error('rain cannot be negative')
    for (const tree of await trees.find(tx, {}, { limit: 100 })) await trees.save(tx, { ...tree, height: tree.height + millimetres })
  })

const measure = async (_: unknown, ctx: Context<'creator'>) => ({
  heights: (await trees.find(ctx, { ownerId: ctx.actor.id }, { limit: 100 })).map(({ height }) => height),
})

const { get, post } = routesOf({
  'POST /trees': { output: z.object({ id: Id, at: z.string() }) },
  'GET /heights': { output: z.object({ heights: z.array(z.int()) }) },
})
const forest = defineService({
  name: 'forest',
  config: defineConfig({}),
  collections: [trees],
  routes: [post('/trees', { role: 'creator', run: plant }), get('/heights', { role: 'creator', run: measure })],
  subscribes: [on(Rained, grow)],
  publishes: [Planted],
})

const app = await startService(forest, { clock: movableClock('2026-03-29T00:59:59Z') })

test('a role name always refers to the same person, and the service uses the test clock', async () => {
  const { body } = await app.as('creator').post('/trees', {})
  expect(body.at).toBe('2026-03-29T00:59:59.000Z')
  app.clock.advance({ seconds: 1 })
  expect((await app.as('creator').post('/trees', {})).body.at).toBe('2026-03-29T01:00:00.000Z')
  expect((await app.as('creator').get('/heights')).body.heights).toHaveLength(2)
  expect(countBy(await Promise.all(times(3, () => app.as('brand').post('/trees', {}))), 'status')).toEqual({ 403: 3 })
  expect((await app.as('visitor').get('/heights')).status).toBe(401)
})

test('emitted returns the events of every finished request', async () => {
  const { body } = await app.as('creator').post('/trees', {})
  expect(await app.emitted('tree.planted')).toContainEqual({ treeId: body.id })
})

test('deliver waits until an event that is sent twice has taken effect exactly once', async () => {
  const own = await startService(forest)
  await own.as('creator').post('/trees', {})
  await own.deliver(Rained.of({ millimetres: 7 }), { times: 2 })
  expect((await own.as('creator').get('/heights')).body.heights).toEqual([7])
})

test('deliver throws for an unsubscribed event and for a dead letter', { timeout: 60_000 }, async () => {
  await expect(app.deliver(Planted.of({ treeId: crypto.randomUUID() }))).rejects.toThrow('forest does not subscribe to tree.planted')
  await expect(app.deliver(Rained.of({ millimetres: -1 }))).rejects.toThrow('forest could not handle sky.rained: it is now a dead letter')
})

// An external database outlives the run, so apps drop theirs.
test.runIf((await sharedMongo()).kind === 'embedded')('a later app finds an empty database with the same indexes', async () => {
  const first = await startService(forest)
  const indexes = await first.database.collection('trees').indexes()
  await first.as('creator').post('/trees', {})
  await first.stop()
  const second = await startService(forest)
  expect(second.dbPrefix).toBe(first.dbPrefix)
  expect((await second.database.stats()).objects).toBe(0)
  expect(await second.database.collection('trees').indexes()).toEqual(indexes)
  expect(indexes).toHaveLength(2)
})

test('the same service works on the test run’s shared RabbitMQ', { timeout: 120_000 }, async () => {
  const own = await startService(forest, { bus: 'rabbit' })
  await own.as('creator').post('/trees', {})
  await own.deliver(Rained.of({ millimetres: 3 }), { times: 2 })
  expect((await own.as('creator').get('/heights')).body.heights).toEqual([3])
  expect(await own.emitted('tree.planted')).toHaveLength(1)
})

test('eventually throws the last error after its time limit', async () => {
  const start = Date.now()
  await expect(eventually(() => expect(1).toBe(2), { within: 50 })).rejects.toThrow('expected 1 to be 2')
  expect(Date.now() - start).toBeLessThan(5_000)
})
