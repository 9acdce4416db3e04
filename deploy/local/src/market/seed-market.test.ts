/** The demo as a stranger finds it, and what happens when its first start does not come to an end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { instantOf, SETTLEMENT_TIME } from '@reelfair/rules'
import { freePort } from '@reelfair/testkit/engines'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { FORM } from '../data-form.ts'
import { noPages, notJustBefore, ownFolder } from '../local.fixture.ts'
import type { Progress } from '../progress.ts'
import { runNamed } from '../run-commands.ts'
import { type LocalOptions, startLocal } from '../start-local.ts'
import { beginningOf } from './seed-market.ts'
import { visit } from './visitor.ts'

const { folder, leave } = ownFolder('market')
afterAll(leave)
const start = async (options: LocalOptions) => startLocal({ folder, port: await freePort(), web: noPages, market: true, ...options })

test.each([
  ['2026-11-22T01:00:00Z', '2026-11-10'],
  ['2026-11-22T00:59:59Z', '2026-11-09'],
  ['2026-11-21T23:30:00Z', '2026-11-09'],
  ['2026-11-21T22:30:00Z', '2026-11-09'],
  // There is no 02:00 in the night to summer time: the day is settled when the clock is turned.
  ['2026-03-29T00:59:59Z', '2026-03-16'],
  ['2026-03-29T01:00:00Z', '2026-03-17'],
])('started at %s it begins on %s: its twelfth night is the last one that is settled', (now, firstDay) => {
  expect(beginningOf(new Date(now))).toEqual({ firstDay, beginsAt: instantOf(firstDay, '08:30') })
})

interface Items<Item> {
  readonly items: readonly Item[]
}

test('a first start that is broken off begins anew; then there is a market with a past, and the next start finds it as it was', {
  timeout: 600_000,
}, async () => {
  await notJustBefore(SETTLEMENT_TIME)
  const breakOff = new AbortController()
  const said: string[] = []
  const steps: string[] = []
  const progress: Progress = {
    step: (name, work) => {
      steps.push(name)
      return work()
    },
    say: (line) => {
      said.push(line)
      if (line.includes(' 1 of 12')) breakOff.abort()
    },
  }
  await expect(start({ progress, signal: breakOff.signal })).rejects.toThrow('The start was broken off.')
  expect(JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8'))).toEqual({ form: FORM, demo: 'begun' })

  said.length = 0
  const local = await start({ progress })
  const stopFirst = vi.fn(() => local.stop())
  onTestFinished(() => (stopFirst.mock.calls.length ? undefined : stopFirst()))
  expect(said[0]).toBe('The last start ended while it made the demo. The demo is made anew.')
  // It is now again: nobody sees a clock that is not right.
  expect(Math.abs(local.sandbox.clock.now().getTime() - Date.now())).toBeLessThan(2_000)

  const as = (name: string) => {
    const found = local.signIns.find(({ email }) => email.startsWith(`${name}@`))
    return visit(local.url, found!.email, found!.password)
  }
  const campaignsOf = async (name: string) => {
    const { items } = await (await as(name)).get<Items<{ name: string; status: string; phase: string; actualViews: number }>>(
      '/campaigns/campaigns',
    )
    return items.map((one) => [one.name, one.status, one.phase, one.actualViews])
  }
  expect(await campaignsOf('kefiro')).toEqual([
    ['Breakfast, slower', 'active', 'open', 20_472],
    ['Fridge door', 'completed', 'settled', 30_000],
  ])
  expect(await campaignsOf('olmo')).toEqual([
    ['Alps in a day', 'failed', 'unfunded', 0],
    ['Ride the canal', 'active', 'open', 39_247],
  ])
  expect(await campaignsOf('brisa')).toEqual([['Linen under the coat', 'failed', 'settled', 22_214]])
  expect(await campaignsOf('nordlys')).toEqual([['First cup', 'active', 'open', 11_576]])

  const balanceOf = async (name: string) => (await as(name)).get('/payouts/balance')
  expect(await balanceOf('lea')).toMatchObject({ accruing: 204, payable: 0, paid: 190 })
  expect(await balanceOf('tom')).toMatchObject({ accruing: 0, payable: 109, paid: 0 })
  expect(await balanceOf('noah')).toMatchObject({ accruing: 339, paid: 0 })
  const invited = await (await as('lea')).get<Items<{ status: string; expiresAt: string }>>('/partnerships/invitations')
  expect(invited.items.map(({ status }) => status)).toEqual(['pending'])
  expect(Date.parse(invited.items[0]!.expiresAt) - Date.now()).toBeGreaterThan(23.5 * 3_600_000)
  const orders = await (await as('nordlys')).get<Items<{ status: string }>>('/payouts/credit-orders')
  expect(orders.items.map(({ status }) => status)).toEqual(['paid', 'failed'])
  const reviews = await (await as('admin')).get<Items<{ kind: string; decision?: { by: string; verdict: string } }>>(
    '/metrics/admin/reviews',
  )
  expect(
    reviews.items.map(({ kind, decision }) => `${kind}: ${decision ? `${decision.verdict} by ${decision.by}` : 'open'}`).sort(),
  ).toEqual(['growth: excluded by admin', 'growth: open', 'logo: open'])
  expect(await (await as('brand')).get('/payouts/credits')).toMatchObject({ available: 50_000, held: 0, spent: 0 })
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  const { items: campaigns } = await (await as('kefiro')).get<Items<{ id: string; name: string }>>('/campaigns/campaigns')
  const fridgeDoor = campaigns.find(({ name }) => name === 'Fridge door')
  const { items: videos } = await (await as('kefiro')).get<Items<{ url: string }>>(`/metrics/campaigns/${fridgeDoor?.id}/videos`)

  await stopFirst()
  steps.length = 0
  const again = await start({ progress })
  onTestFinished(() => again.stop())
  expect(steps).not.toContainEqual(expect.stringMatching(/demo/))
  expect(again.hasMarket).toBe(true)
  const lea = again.signIns.find(({ email }) => email.startsWith('lea@'))!
  expect(await (await visit(again.url, lea.email, lea.password)).get('/payouts/balance')).toMatchObject({ paid: 190 })
  // It runs at another port now; links stored before still open.
  expect(again.sandbox.url).not.toBe(local.sandbox.url)
  expect(videos.length).toBeGreaterThan(0)
  for (const { url } of videos) expect(await (await fetch(url)).text()).toContain('<title>')
})

test('data begun empty are left to whoever began them', { timeout: 60_000 }, async () => {
  const own = join(folder, 'begun-empty')
  const empty = await start({ folder: own, market: false, empty: true })
  await empty.stop()
  const local = await start({ folder: own })
  onTestFinished(() => local.stop())
  expect([local.signIns, local.hasMarket]).toEqual([[], false])
})
