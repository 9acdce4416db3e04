import { join } from 'node:path'
import { instantOf } from '@reelfair/rules'
import { freePort } from '@reelfair/testkit/engines'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { noPages, ownFolder } from '../local.fixture.ts'
import { type LocalOptions, startLocal } from '../start-local.ts'
import { marketStart } from './seed-market.ts'

const { folder, leave } = ownFolder('market')
afterAll(leave)
const start = async (options: LocalOptions) => startLocal({ folder, port: await freePort(), web: noPages, market: true, ...options })

test.each([
  ['2026-11-22T01:00:00Z', '2026-11-10'],
  ['2026-11-22T00:59:59Z', '2026-11-09'],
  ['2026-11-21T23:30:00Z', '2026-11-09'],
  ['2026-11-21T22:30:00Z', '2026-11-09'],
  // When summer time starts, 02:00 does not exist, so the day is settled at the clock change.
  ['2026-03-29T00:59:59Z', '2026-03-16'],
  ['2026-03-29T01:00:00Z', '2026-03-17'],
])('for a start at %s, begins the demo market on %s and ends it with the last settled night', (now, firstDay) => {
  expect(marketStart(new Date(now))).toEqual({ firstDay, beginsAt: instantOf(firstDay, '08:30') })
})

test('adds no demo to data that was created without one', { timeout: 60_000 }, async () => {
  const own = join(folder, 'begun-empty')
  const empty = await start({ folder: own, market: false, empty: true })
  await empty.stop()
  const local = await start({ folder: own })
  onTestFinished(() => local.stop())
  expect([local.signIns, local.hasMarket]).toEqual([[], false])
})
