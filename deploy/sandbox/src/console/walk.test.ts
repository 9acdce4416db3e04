import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { callConsole, open } from '../../test/client.ts'
import { nightsBetween } from './walk.ts'

async function fakeService() {
  let figures = { refresh_views: 20261121, settle_day: 20261121, waiting: 0, busy: 0, behindMs: 0 }
  let now = () => 0
  let polls = 0
  const server = createServer((_, response) => {
    polls += 1
    const { refresh_views, settle_day, waiting, busy, behindMs } = figures
    const seconds = (now() - behindMs) / 1_000
    response.end(
      `job_last_day_refresh_views{service="metrics"} ${refresh_views}\njob_last_day_settle_day{service="campaigns"} ${settle_day}\noutbox_waiting{service="campaigns"} ${waiting}\nworkers_busy{service="metrics"} ${busy}\nclock_seconds{service="metrics"} ${seconds}\n`,
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isPolled: async (times: number) => {
      const before = polls
      await eventually(() => expect(polls).toBeGreaterThanOrEqual(before + times))
    },
    follows: (clock: { now(): Date }) => {
      now = () => clock.now().getTime()
    },
    does: (change: Partial<typeof figures>) => {
      figures = { ...figures, ...change }
    },
  }
}

async function openWith(services: Record<string, string>, follower?: Awaited<ReturnType<typeof fakeService>>) {
  const world = await open()
  follower?.follows(world.clock)
  onTestFinished(() => world.sandbox.stop())
  world.sandbox.setServices(services)
  const page = async () => (await fetch(`${world.sandbox.url}/`)).text()
  const now = () => world.clock.now().toISOString()
  return { ...world, page, now }
}

test('lists the nights between two times, even across daylight saving changes', () => {
  const nights = (from: string, to: string) => nightsBetween(Date.parse(from), Date.parse(to))
  expect(nights('2026-11-21T12:00:00Z', '2026-11-21T22:59:59Z')).toEqual([])
  expect(nights('2026-11-21T12:00:00Z', '2026-11-23T23:00:00Z')).toEqual(['2026-11-22', '2026-11-23', '2026-11-24'])
  expect(nights('2026-11-21T23:30:00Z', '2026-11-22T12:00:00Z')).toEqual(['2026-11-22'])
  expect(nights('2026-11-22T01:30:00Z', '2026-11-22T12:00:00Z')).toEqual([])
  expect(nights('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual(['2026-03-29', '2026-03-30'])
  expect(nights('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual(['2026-10-25', '2026-10-26'])
})

test('waits for each night in order, shows progress and rejects a second move', async () => {
  const service = await fakeService()
  const { sandbox, page, now } = await openWith({ all: service.url }, service)
  const moved = sandbox.moveTo(new Date('2026-11-23T12:00:00Z'))
  await eventually(() => expect(now()).toBe('2026-11-21T23:00:01.000Z'))
  const shown = await page()
  expect(shown).toContain('0 of 2 nights done')
  expect(shown).toMatch(/Sunday,? 22 November<\/span><span>reading views …/)
  expect(shown).not.toContain('name="advanceMs"')
  const refused = { status: 400, body: { error: expect.stringContaining('The clock is already moving') } }
  expect(await callConsole(sandbox, '/_sandbox/clock', { advanceMs: 1 })).toEqual(refused)
  expect(await callConsole(sandbox, '/_sandbox/clock', { advanceMs: 1, nightByNight: true })).toEqual(refused)

  service.does({ refresh_views: 20261122, waiting: 3 })
  await service.isPolled(3)
  expect(now()).toBe('2026-11-21T23:00:01.000Z')
  service.does({ waiting: 0 })
  await eventually(() => expect(now()).toBe('2026-11-22T01:00:01.000Z'))
  expect(await page()).toContain('allocating and crediting views …')
  service.does({ settle_day: 20261122 })
  await eventually(() => expect(now()).toBe('2026-11-22T23:00:01.000Z'))
  expect(await page()).toMatch(/class="good">settled/)
  service.does({ refresh_views: 20261123, settle_day: 20261123 })
  await moved
  expect(now()).toBe('2026-11-23T12:00:00.000Z')
  expect(await page()).toContain('name="advanceMs"')
})

test('stops during a night and reloads the progress page while the clock moves', async () => {
  const service = await fakeService()
  const { sandbox, now } = await openWith({ all: service.url }, service)
  const form = { method: 'POST', body: new URLSearchParams({ advanceMs: String(7 * 86_400_000) }) }
  const answer = await fetch(`${sandbox.url}/console/clock`, form)
  expect([answer.status, answer.headers.get('refresh')]).toEqual([200, expect.stringMatching(/^1; url=\/\?at=\d+#clock$/)])
  expect(await answer.text()).toContain('0 of 7 nights done')
  const stopped = await fetch(`${sandbox.url}/console/clock/stop`, { method: 'POST' })
  expect(await stopped.text()).toContain('The clock stops after the current step.')
  service.does({ refresh_views: 20261122 })
  await eventually(async () => expect((await fetch(sandbox.url)).headers.get('refresh')).toBeNull())
  expect(now()).toBe('2026-11-21T23:00:01.000Z')
})

test('reads the views scheduled for the night and publishes their events before the day is settled', async () => {
  const service = await fakeService()
  const { sandbox, now } = await openWith({ all: service.url }, service)
  const moved = sandbox.moveTo(new Date('2026-11-22T12:00:00Z'))
  service.does({ busy: 2, refresh_views: 20261122 })
  await service.isPolled(3)
  expect(now()).toBe('2026-11-21T23:00:01.000Z')
  service.does({ busy: 0, behindMs: 3_600_000 })
  await service.isPolled(3)
  expect(now()).toBe('2026-11-21T23:00:01.000Z')
  service.does({ busy: 1, behindMs: 0 })
  await service.isPolled(3)
  service.does({ busy: 0, waiting: 3 })
  await eventually(() => expect(now()).toBe('2026-11-22T00:59:00.000Z'))
  await service.isPolled(3)
  expect(now()).toBe('2026-11-22T00:59:00.000Z')
  service.does({ waiting: 0, settle_day: 20261122 })
  await moved
  expect(now()).toBe('2026-11-22T12:00:00.000Z')
})

test('waits only briefly for a service that stays busy', async () => {
  const service = await fakeService()
  const { sandbox, now } = await openWith({ all: service.url }, service)
  service.does({ busy: 1, refresh_views: 20261122, settle_day: 20261122 })
  await sandbox.moveTo(new Date('2026-11-22T12:00:00Z'))
  expect(now()).toBe('2026-11-22T12:00:00.000Z')
})

test('moves the clock immediately when no services are configured', async () => {
  const { sandbox, now } = await openWith({})
  expect((await callConsole(sandbox, '/_sandbox/clock', { advanceMs: 7 * 86_400_000, nightByNight: true })).status).toBe(200)
  expect(now()).toBe('2026-11-28T12:00:00.000Z')
})
