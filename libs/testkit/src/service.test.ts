import { defineEvent, Id } from '@reelfair/contracts'
import { type Context, defineCollection, defineConfig, defineService, get, on, post, type Tx } from '@reelfair/service-kit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countBy, eventually, movableClock, startService, times } from './index.ts'

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
    if (millimetres < 0) throw new Error('it cannot rain upwards')
    for (const tree of await trees.find(tx, {}, { limit: 100 })) await trees.save(tx, { ...tree, height: tree.height + millimetres })
  })

const measure = async (_: unknown, ctx: Context<'creator'>) => ({
  heights: (await trees.find(ctx, { ownerId: ctx.actor.id }, { limit: 100 })).map(({ height }) => height),
})

const forest = defineService({
  name: 'forest',
  config: defineConfig({}),
  collections: [trees],
  routes: [
    post('/trees', { role: 'creator', output: z.object({ id: Id, at: z.string() }), run: plant }),
    get('/heights', { role: 'creator', output: z.object({ heights: z.array(z.int()) }), run: measure }),
  ],
  hears: [on(Rained, grow)],
  says: [Planted],
})

const app = await startService(forest, { clock: movableClock('2026-03-29T00:59:59Z') })

test('a role is one person, and the service is told what time it is', async () => {
  const { body } = await app.as('creator').post('/trees', {})
  expect(body.at).toBe('2026-03-29T00:59:59.000Z')
  app.clock.advance({ seconds: 1 })
  expect((await app.as('creator').post('/trees', {})).body.at).toBe('2026-03-29T01:00:00.000Z')
  expect((await app.as('creator').get('/heights')).body.heights).toHaveLength(2)
  expect(countBy(await Promise.all(times(3, () => app.as('brand').post('/trees', {}))), 'status')).toEqual({ 403: 3 })
  expect((await app.as('visitor').get('/heights')).status).toBe(401)
})

test('what was said is there as soon as it is asked for', async () => {
  const { body } = await app.as('creator').post('/trees', {})
  expect(await app.emitted('tree.planted')).toContainEqual({ treeId: body.id })
})

test('an event that comes twice has taken effect once when hear returns', async () => {
  const own = await startService(forest)
  await own.as('creator').post('/trees', {})
  await own.hear(Rained.of({ millimetres: 7 }), { times: 2 })
  expect((await own.as('creator').get('/heights')).body.heights).toEqual([7])
})

test('an event that nobody hears, or that its service gives up, is an error of the test', { timeout: 60_000 }, async () => {
  await expect(app.hear(Planted.of({ treeId: crypto.randomUUID() }))).rejects.toThrow('forest does not hear tree.planted')
  await expect(app.hear(Rained.of({ millimetres: -1 }))).rejects.toThrow('forest gave up sky.rained: it lies with the dead letters')
})

test('the same service works on the RabbitMQ of the run', { timeout: 120_000 }, async () => {
  const own = await startService(forest, { bus: 'rabbit' })
  await own.as('creator').post('/trees', {})
  await own.hear(Rained.of({ millimetres: 3 }), { times: 2 })
  expect((await own.as('creator').get('/heights')).body.heights).toEqual([3])
  expect(await own.emitted('tree.planted')).toHaveLength(1)
})

test('eventually throws what was wrong last when the time is over', async () => {
  const start = Date.now()
  await expect(eventually(() => expect(1).toBe(2), { within: 50 })).rejects.toThrow('expected 1 to be 2')
  expect(Date.now() - start).toBeLessThan(5_000)
})
