import { SettingChanged } from '@reelfair/contracts'
import { movableClock, startService } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { defineConfig, defineService, settingsCopy } from './index.ts'

const settings = settingsCopy()
const clock = movableClock('2026-11-21T12:00:00Z')
const definition = defineService({ name: 'reader', config: defineConfig({}), settings })
const app = await startService(definition, { clock })
const hours = (version: number, value: number, validFrom: string) => SettingChanged.of({ key: 'review_hours', value, validFrom, version })
const at = async (instant: string) => (await settings.at(app.context(), 'review_hours', new Date(instant))).value
const rows = () => app.database.collection('settings').find().sort({ _id: 1 }).toArray()

beforeEach(() => app.database.collection('settings').deleteMany({}))

test('an empty copy returns the initial value, valid from the first business day', async () => {
  expect(await settings.at(app.context(), 'review_hours', clock.now())).toEqual({
    value: 72,
    validFrom: new Date('2025-08-22T22:00:00Z'),
    version: 0,
  })
})

test.each([
  ['in order', [1, 2, 3]],
  ['out of order', [3, 1, 2]],
])('returns the value in force at each instant after events arrive %s, each of them twice', async (_, order) => {
  const events = [
    hours(1, 48, '2026-11-25T23:00:00.000Z'),
    hours(2, 24, '2026-11-23T23:00:00.000Z'),
    hours(3, 60, '2026-11-25T23:00:00.000Z'),
  ]
  for (const n of [...order, ...order]) await app.deliver(events[n - 1] ?? expect.unreachable(), { times: 2 })
  expect(await rows()).toHaveLength(3)
  expect(await at('2026-11-23T22:59:59Z')).toBe(72)
  expect(await at('2026-11-23T23:00:00Z')).toBe(24)
  expect(await at('2026-11-25T23:00:00Z')).toBe(60)
})

test('keeps the first value received for a version', async () => {
  await app.deliver(hours(1, 48, '2026-11-20T23:00:00.000Z'))
  await app.deliver(hours(1, 10, '2026-11-20T23:00:00.000Z'))
  expect(await at('2026-11-21T12:00:00Z')).toBe(48)
})

test('a late value is in force for later reads, but `knownAt` still returns what was in force when it was unknown', async () => {
  clock.set('2026-11-27T12:00:00Z')
  await app.deliver(hours(1, 48, '2026-11-25T23:00:00.000Z'))
  const known = async (instant: string) => (await settings.knownAt(app.context(), 'review_hours', new Date(instant))).value
  expect([await at('2026-11-26T12:00:00Z'), await known('2026-11-26T12:00:00Z')]).toEqual([48, 72])
  expect([await at('2026-11-27T12:00:00Z'), await known('2026-11-27T12:00:00Z')]).toEqual([48, 48])
})

test('keeps settings separate and combines concurrent reads', async () => {
  await app.deliver(hours(1, 48, '2026-11-20T23:00:00.000Z'))
  const instant = new Date('2026-11-21T12:00:00Z')
  const [one, other, earlier] = await Promise.all([
    settings.at(app.context(), 'review_hours', instant),
    settings.at(app.context(), 'video_window_days', instant),
    settings.at(app.context(), 'review_hours', new Date(0)),
  ])
  expect([one.value, other.value, earlier.value]).toEqual([48, 14, 72])
})
