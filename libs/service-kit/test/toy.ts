/** A small service with boxes and lids, one route per access level, and every kind of failure. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type DataOf, defineEvent, Id, Instant, Page, PageQuery, refuse } from '@reelfair/contracts'
import { z } from 'zod'
import {
  type Access,
  type Context,
  defineCollection,
  defineCommand,
  defineConfig,
  defineService,
  everyBusinessDay,
  on,
  routesOf,
  type ServiceDefinition,
  type Stored,
} from '../src/index.ts'

export const BoxMade = defineEvent('box.made', 1, z.object({ boxId: Id, ownerId: Id, name: z.string() }))
const BoxWanted = defineEvent('box.wanted', 1, z.object({ ownerId: Id, name: z.string() }), { transient: true })

const Lid = z.strictObject({ colour: z.enum(['red', 'green']) })
const BoxDraft = z.strictObject({ name: z.string().trim().min(1).max(40), lid: Lid.optional() })
const Box = z.object({ id: Id, name: z.string(), createdAt: Instant })

const boxes = defineCollection('boxes', { ownerId: Id, name: z.string(), createdAt: Date, secret: z.string() })
  .unique('email_taken', { ownerId: 1, name: 1 })
  .index({ ownerId: 1, createdAt: -1, id: -1 })
type BoxDoc = Stored<typeof boxes>

async function makeBox(input: z.infer<typeof BoxDraft>, ctx: Context<'user'>): Promise<BoxDoc> {
  return ctx.transact(async (tx) => {
    const box = await boxes.insert(tx, {
      id: ctx.newId(),
      ownerId: ctx.actor.id,
      name: input.name,
      createdAt: ctx.now(),
      secret: 'kept inside',
    })
    tx.emit(BoxMade.of(box, { boxId: box.id }))
    return box
  })
}

/** Responds with something other than its transaction's result, as a use case may. */
async function countIntoBox(input: z.infer<typeof BoxDraft>, ctx: Context<'user'>) {
  const box = await makeBox(input, ctx)
  return { id: box.id, name: `${box.name}!`, createdAt: box.createdAt }
}

const listBoxes = (input: z.infer<typeof PageQuery>, ctx: Context<'user'>) =>
  boxes.page(ctx, { ownerId: ctx.actor.id }, { sort: { createdAt: -1 }, ...input })

async function showBox({ boxId }: { boxId: string }, ctx: Context<'user'>) {
  const box = await boxes.byId(ctx, boxId)
  return box && box.ownerId === ctx.actor.id ? box : refuse('not_found')
}

async function removeBox({ boxId }: { boxId: string }, ctx: Context<'user'>) {
  await ctx.transact(async (tx) => {
    const box = await boxes.byId(tx, boxId)
    if (box?.ownerId !== ctx.actor.id) return refuse('not_found')
    await boxes.remove(tx, box)
  })
}

async function makeSlowly({ name, ms }: { name: string; ms: number }, ctx: Context<'user'>) {
  await sleep(ms)
  return makeBox({ name }, ctx)
}

async function remember({ ownerId, name }: DataOf<typeof BoxWanted>, ctx: Context<'system'>) {
  await ctx.transact((tx) => boxes.insert(tx, { id: ctx.newId(), ownerId, name, createdAt: ctx.now(), secret: 'wanted' }))
}

async function sweepBoxes() {}

const echo = async <T>(input: T) => input
const whoAmI = async (_: unknown, ctx: Context<Access>) => ({
  ...ctx.actor,
  locale: ctx.locale,
  ip: ctx.ip,
  causeId: ctx.causeId,
  device: ctx.device,
})
const BoxId = z.strictObject({ boxId: Id })

const anything = { output: z.looseObject({}) }
const plainRoutes = routesOf({
  'GET /doors/visitor': anything,
  'GET /doors/user': anything,
  'GET /doors/creator': anything,
  'GET /doors/brand': anything,
  'GET /doors/any-brand': anything,
  'GET /doors/admin': anything,
  'GET /doors/gateway': anything,
  'GET /doors/contract': anything,
  'GET /doors/creator-or-brand': anything,
  'GET /doors/creator-or-any-brand': anything,
  'POST /doors/confidential': anything,
  'GET /viewed': anything,
  'POST /echo': { input: BoxDraft, output: BoxDraft },
  'PUT /echo/:boxId': { input: BoxDraft.extend({ boxId: Id }), ...anything },
  'GET /sums': { input: z.object({ a: z.coerce.number(), b: z.coerce.number() }), output: z.object({ sum: z.number() }) },
  'POST /cookies': { output: z.object({ ok: z.boolean() }) },
  'POST /empty': {},
  'GET /bugs': {},
  'GET /wrong-outputs': { output: Box },
  'GET /refusals': {},
  'GET /refusals/endless': {},
  'GET /rare': { output: z.object({}) },
  'GET /coded': { input: z.strictObject({ n: z.coerce.number().refine((n) => n < 3, 'too_slow') }) },
})
const toyRoutes = routesOf({
  'POST /boxes': { input: BoxDraft, output: Box },
  'POST /counted-boxes': { input: BoxDraft, output: Box },
  'POST /secret-boxes': { input: BoxDraft, output: Box },
  'POST /slow-boxes': { input: z.strictObject({ name: z.string(), ms: z.int() }), output: Box },
  'GET /boxes': { input: PageQuery, output: Page(Box) },
  'GET /boxes/:boxId': { input: BoxId, output: Box },
  'DELETE /boxes/:boxId': { input: BoxId },
})
const doorOf = (role: Access) => plainRoutes.get(`/doors/${role}`, { role, run: whoAmI })

/** The part of the toy service that needs no database. */
export const plain = defineService({
  name: 'plain',
  config: defineConfig({ COLOUR: z.string().default('red').describe('The colour of the lids.') }),
  routes: [
    ...(['visitor', 'user', 'creator', 'brand', 'any-brand', 'admin', 'gateway'] as const).map(doorOf),
    plainRoutes.get('/doors/contract', { role: ['creator', 'brand'], contract: true, run: whoAmI }),
    plainRoutes.get('/doors/creator-or-brand', { role: ['creator', 'brand'], run: whoAmI }),
    plainRoutes.get('/doors/creator-or-any-brand', { role: ['creator', 'any-brand', 'brand'], run: whoAmI }),
    plainRoutes.post('/doors/confidential', { role: 'user', confidential: true, run: whoAmI }),
    plainRoutes.get('/viewed', { role: 'brand', adminsMayView: true, run: whoAmI }),
    plainRoutes.post('/echo', { role: 'visitor', run: echo, bodyLimit: 1024 }),
    plainRoutes.put('/echo/:boxId', { role: 'visitor', run: echo }),
    plainRoutes.get('/sums', {
      role: 'visitor',
      run: async ({ a, b }) => ({ sum: a + b, a, b }),
    }),
    plainRoutes.post('/cookies', {
      role: 'visitor',
      run: async () => 'crumb',
      answer: (crumb) => ({ body: { ok: true, crumb }, status: 202, headers: { 'x-set-session': crumb } }),
    }),
    plainRoutes.post('/empty', { role: 'visitor', run: async () => ({ dropped: true }) }),
    plainRoutes.get('/bugs', { role: 'visitor', run: async () => Promise.reject(new Error('hunter2 leaked')) }),
    plainRoutes.get('/wrong-outputs', { role: 'visitor', run: async () => ({ id: 'hunter2', name: 1 }) as never }),
    plainRoutes.get('/refusals', { role: 'visitor', refuses: ['too_large'], run: async () => refuse('too_large', { limit: '3 boxes' }) }),
    plainRoutes.get('/refusals/endless', {
      role: 'visitor',
      refuses: ['not_eligible'],
      run: async () => refuse('not_eligible', { reasons: Array(5_000).fill('because') }),
    }),
    plainRoutes.get('/rare', { role: 'user', perMinute: 3, run: async () => ({}) }),
    plainRoutes.get('/coded', {
      role: 'visitor',
      run: async () => {},
    }),
  ],
})

export const toy: ServiceDefinition = defineService({
  name: 'toy',
  config: defineConfig({}),
  collections: [boxes],
  publishes: [BoxMade],
  subscribes: [on(BoxWanted, remember)],
  jobs: [everyBusinessDay('02:00', sweepBoxes)],
  commands: [
    defineCommand({
      name: 'make-box',
      description: 'Makes a box for a user.',
      args: { ownerId: Id, name: z.string().optional() },
      run: async ({ ownerId, name = 'unnamed' }, ctx) => {
        const box = await ctx.transact((tx) => boxes.insert(tx, { id: ctx.newId(), ownerId, name, createdAt: ctx.now(), secret: '' }))
        return `Box ${box.name} is made.`
      },
    }),
  ],
  routes: [
    toyRoutes.post('/boxes', { role: 'user', run: makeBox, refuses: ['email_taken'], perMinute: 10_000 }),
    toyRoutes.post('/counted-boxes', { role: 'user', run: countIntoBox, refuses: ['email_taken'] }),
    toyRoutes.post('/secret-boxes', { role: 'user', confidential: true, run: makeBox, refuses: ['email_taken'] }),
    toyRoutes.post('/slow-boxes', {
      role: 'user',
      run: makeSlowly,
      refuses: ['email_taken'],
      perMinute: 10_000,
    }),
    toyRoutes.get('/boxes', { role: 'user', run: listBoxes }),
    toyRoutes.get('/boxes/:boxId', { role: 'user', run: showBox }),
    toyRoutes.del('/boxes/:boxId', { role: 'user', run: removeBox }),
  ],
})
