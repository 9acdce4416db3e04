import { defineEvent, Id, Instant } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCollection } from './data/collection.ts'
import { defineService, everyBusinessDay, kebab, on, routesOf } from './define.ts'
import { defineQueue } from './queue/queue.ts'
import { queueFields } from './queue/queue-state.ts'
import type { Context, Route } from './service.ts'

const run = async () => ({})
const settleDay = async () => {}

test('rejects an invalid service and reports all faults', () => {
  const { get, post } = routesOf({
    'GET /things/:thingId': { input: z.strictObject({ thingId: Id }) },
    'GET /things/:id': { input: z.strictObject({ id: Id }) },
    'POST /things/:thingId/parts': { input: z.strictObject({ name: z.string() }) },
    'GET /parts/:partId': {},
  })
  const twice = get('/things/:thingId', { role: 'user', run })
  const sameToARouter = get('/things/:id', { role: 'user', run })
  const unnamed = post('/things/:thingId/parts', { role: 'user', run })
  const without = get('/parts/:partId', { role: 'user', run })
  const jobs = [everyBusinessDay('02:00', settleDay), everyBusinessDay('03:00', settleDay)]
  expect(() => defineService({ name: 'toy', config: {}, routes: [twice, sameToARouter, unnamed, without], jobs })).toThrow(
    'The service toy is invalid: duplicate route GET /things/:…; duplicate job settle-day; ' +
      'the input of POST /things/:thingId/parts does not declare thingId; the input of GET /parts/:partId does not declare partId.',
  )
})

test('rejects a queue that the service does not list', () => {
  const parcels = defineCollection('parcels', { dueAt: Date, ...queueFields }).index({ dueAt: 1, id: 1 })
  const queue = defineQueue(parcels, { name: 'deliveries', dueAt: 'dueAt' })
  const stamps = defineCollection('stamps', { dueAt: Date })
  expect(defineService({ name: 'toy', config: {}, collections: [parcels, stamps], queues: [queue] }).queues).toEqual([queue])
  expect(() => defineService({ name: 'toy', config: {}, collections: [parcels, stamps] })).toThrow(
    'The service toy is invalid: the queue over parcels is not listed.',
  )
})

test('rejects a streamed response that an idempotency key could store', () => {
  const { get, post } = routesOf({ 'GET /files': {}, 'POST /files': {} })
  const file = { run, answer: () => ({ body: undefined }), streams: 'A file.' } as const
  const define = (...routes: Route[]) => defineService({ name: 'toy', config: {}, routes })
  for (const route of [
    get('/files', { role: 'user', ...file }),
    post('/files', { role: 'visitor', ...file }),
    post('/files', { role: 'user', confidential: true, ...file }),
  ])
    expect(define(route).routes).toHaveLength(1)
  for (const role of ['user', ['brand', 'admin']] as const)
    expect(() => define(post('/files', { role, ...file }))).toThrow('POST /files streams a file, so it must be confidential')
})

test('checks path, input, result and actor of a route against its map at compile time', () => {
  const limits = { bodyLimit: 1, types: [], wrongType: 'media_type', tooLarge: 'media_too_large' } as const
  const { get, post, upload } = routesOf({
    'GET /things/:thingId': { input: z.strictObject({ thingId: Id }) },
    'POST /things/:thingId/parts': {
      input: z.strictObject({ thingId: Id }),
      output: z.object({ madeAt: Instant, names: z.array(z.string()) }),
    },
    'POST /files': { output: z.object({ id: Id }), upload: true },
  })
  get('/things/:thingId', { role: 'brand', run: async ({ thingId }, { actor }) => [thingId, actor.role] satisfies [string, 'brand'] })
  // @ts-expect-error: an unknown path
  expect(() => get('/thing', { role: 'brand', run })).toThrow('the route map does not contain GET /thing')
  // @ts-expect-error: the path of a file
  post('/files', { role: 'brand', run })
  // @ts-expect-error: a path that receives no file
  expect(() => upload('/things/:thingId', { role: 'brand', ...limits, run })).toThrow('does not contain POST')
  // @ts-expect-error: another input
  get('/things/:thingId', { role: 'brand', run: async (input: { partId: string }) => input })
  const made = { madeAt: new Date(), names: ['lid'] as const, hidden: true }
  post('/things/:thingId/parts', { role: 'brand', run: async () => made })
  post('/things/:thingId/parts', { role: 'brand', run: async () => 7, answer: (names) => ({ body: { ...made, names: [`${names + 1}`] } }) })
  // @ts-expect-error: a result that lacks a field
  post('/things/:thingId/parts', { role: 'brand', run: async () => ({ names: [] }) })
  // @ts-expect-error: a response with a wrong field
  post('/things/:thingId/parts', { role: 'brand', run: async () => 7, answer: (names) => ({ body: { ...made, names } }) })
  // @ts-expect-error: the result of an upload
  upload('/files', { role: 'brand', ...limits, run: async () => ({ fileId: 'lid' }) })
  // @ts-expect-error: a use case for another role
  get('/things/:thingId', { role: 'brand', run: async (_: unknown, ctx: Context<'creator'>) => ctx })
})

test('names a job after its use case and rejects an invalid time', () => {
  expect(everyBusinessDay('02:00', settleDay)).toMatchObject({ name: 'settle-day', at: '02:00' })
  expect(everyBusinessDay('23:59', settleDay, 'close')).toMatchObject({ name: 'close' })
  for (const hour of ['24:00', '2:00', '02:60', 'noon']) expect(() => everyBusinessDay(hour, settleDay)).toThrow('is not a time of day')
  expect(() => everyBusinessDay('02:00', async () => {})).toThrow('needs a name')
})

test('converts camel case to kebab case', () => {
  expect(['settleDay', 'settle', 'readDay2Then'].map(kebab)).toEqual(['settle-day', 'settle', 'read-day2-then'])
})

test('allows subscriptions to two versions of an event, but only one to each', () => {
  const First = defineEvent('kit.ripened', 1, z.object({ name: z.string() }))
  const Second = defineEvent('kit.ripened', 2, z.object({ size: z.int() }))
  const subscribes = [on(First, run), on(Second, run)]
  expect(defineService({ name: 'toy', config: {}, subscribes, publishes: [First, Second] }).subscribes).toHaveLength(2)
  expect(() => defineService({ name: 'toy', config: {}, subscribes: [...subscribes, on(Second, run)], publishes: [First, First] })).toThrow(
    'The service toy is invalid: duplicate subscription to kit.ripened@2; duplicate event kit.ripened@1.',
  )
  expect(() => defineEvent('kit.ripened', 2, z.object({}))).toThrow('version 2 of event kit.ripened is already defined')
})
