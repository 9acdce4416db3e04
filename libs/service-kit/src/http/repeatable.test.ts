import { randomUUID } from 'node:crypto'
import { refuse } from '@reelfair/contracts'
import { countBy, person, startService, times } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Context, defineCollection, defineConfig, defineService, routesOf } from '../index.ts'

const parcels = defineCollection('parcels', { name: z.string(), receipt: z.string().optional() })
const Draft = z.strictObject({ name: z.string() })
const Parcel = z.object({ id: z.uuid(), name: z.string(), receipt: z.string() })

let carrier: (parcelId: string) => Promise<string>
const carried: string[] = []
beforeEach(() => {
  carried.length = 0
  carrier = async (id) => `receipt of ${id}`
})

/** Writes, makes an external call and writes again. */
async function sendParcel({ name }: z.infer<typeof Draft>, ctx: Context<'user'>) {
  const parcel = await ctx.transact(
    async (tx) => (await parcels.byId(tx, ctx.onceId)) ?? (await parcels.insert(tx, { id: ctx.onceId, name })),
  )
  carried.push(parcel.id)
  const receipt = await carrier(parcel.id)
  return ctx.transact(async (tx) => {
    const now = (await parcels.byId(tx, parcel.id)) ?? refuse('not_found')
    return { ...(await parcels.save(tx, { ...now, receipt })), receipt }
  })
}

const { post } = routesOf({
  'POST /parcels': { input: Draft, output: Parcel },
  'POST /letters': { input: Draft, output: Parcel },
})
const mail = defineService({
  name: 'mail',
  config: defineConfig({}),
  collections: [parcels],
  routes: [
    post('/parcels', { role: 'user', run: sendParcel, refuses: ['provider_unavailable'], repeatable: true }),
    post('/letters', { role: 'user', run: sendParcel, refuses: ['provider_unavailable'] }),
  ],
})
const app = await startService(mail)

test.each([
  ['was refused', () => refuse('provider_unavailable'), 503],
  ['failed', () => Promise.reject(new Error('simulated process death')), 500],
] as const)('resumes a repeated request that %s after its first transaction', async (_, fail, status) => {
  const maker = app.as(person('brand'))
  const send = (key: string, name = 'a') => maker.post('/parcels', { name }, { key })
  const key = randomUUID()
  carrier = async () => fail()
  expect((await send(key)).status).toBe(status)
  expect((await send(key)).status).toBe(status)
  expect((await send(key, 'b')).body.code).toBe('key_reused')
  carrier = async (id) => `receipt of ${id}`
  const done = await send(key)
  expect(done).toMatchObject({ status: 201, body: { name: 'a', receipt: `receipt of ${done.body.id}` } })
  expect((await send(key)).body).toEqual(done.body)
  expect(carried).toEqual([done.body.id, done.body.id, done.body.id])
  expect((await send(randomUUID())).body.id).not.toBe(done.body.id)
})

test('gives 20 concurrent repeats the same result', async () => {
  const maker = app.as(person('brand'))
  const key = randomUUID()
  const answers = await Promise.all(times(20, () => maker.post('/parcels', { name: 'a' }, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 20 })
  expect(new Set([...carried, ...answers.map(({ body }) => body.id)]).size).toBe(1)
})

test('runs requests without a key separately', async () => {
  const maker = app.as(person('brand'))
  const ids = (await Promise.all([1, 2].map(() => maker.post('/parcels', { name: 'a' })))).map(({ body }) => body.id)
  expect(new Set(ids).size).toBe(2)
})

test('never reruns a use case that is not marked `repeatable`', async () => {
  const maker = app.as(person('brand'))
  const key = randomUUID()
  carrier = () => Promise.reject(new Error('simulated process death'))
  expect((await maker.post('/letters', { name: 'a' }, { key })).status).toBe(500)
  expect(await maker.post('/letters', { name: 'a' }, { key })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(carried).toHaveLength(1)
})
