import { defineEvent, Id } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineService, everyBusinessDay, get, kebab, on, post } from './define.ts'

const run = async () => ({})
const settleDay = async () => {}

test('a service with faults is refused at once, with all of them', () => {
  const twice = get('/things/:thingId', { role: 'user', input: z.strictObject({ thingId: Id }), run })
  const sameToARouter = get('/things/:id', { role: 'user', input: z.strictObject({ id: Id }), run })
  const unnamed = post('/things/:thingId/parts', { role: 'user', input: z.strictObject({ name: z.string() }), run })
  const without = get('/parts/:partId', { role: 'user', run })
  const jobs = [everyBusinessDay('02:00', settleDay), everyBusinessDay('03:00', settleDay)]
  expect(() => defineService({ name: 'toy', config: {}, routes: [twice, sameToARouter, unnamed, without], jobs })).toThrow(
    'The service toy cannot be: the route GET /things/:… is there twice; the job settle-day is there twice; ' +
      'the input of POST /things/:thingId/parts does not name thingId; the input of GET /parts/:partId does not name partId.',
  )
})

test('a job is named after its use case, and its hour is one', () => {
  expect(everyBusinessDay('02:00', settleDay)).toMatchObject({ name: 'settle-day', at: '02:00' })
  expect(everyBusinessDay('23:59', settleDay, 'close')).toMatchObject({ name: 'close' })
  for (const hour of ['24:00', '2:00', '02:60', 'noon']) expect(() => everyBusinessDay(hour, settleDay)).toThrow('is no hour')
  expect(() => everyBusinessDay('02:00', async () => {})).toThrow('needs a name')
})

test('kebab case', () => {
  expect(['settleDay', 'settle', 'readDay2Then'].map(kebab)).toEqual(['settle-day', 'settle', 'read-day2-then'])
})

test('two versions of an event may be heard and said, each once', () => {
  const First = defineEvent('kit.ripened', 1, z.object({ name: z.string() }))
  const Second = defineEvent('kit.ripened', 2, z.object({ size: z.int() }))
  const hears = [on(First, run), on(Second, run)]
  expect(defineService({ name: 'toy', config: {}, hears, says: [First, Second] }).hears).toHaveLength(2)
  expect(() => defineService({ name: 'toy', config: {}, hears: [...hears, on(Second, run)], says: [First, First] })).toThrow(
    'The service toy cannot be: the hearing of kit.ripened@2 is there twice; the event kit.ripened@1 is there twice.',
  )
  expect(() => defineEvent('kit.ripened', 2, z.object({}))).toThrow('version 2 of the event kit.ripened is defined twice')
})
