import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTLEMENT_TIME } from '@reelfair/rules'
import { freePort } from '@reelfair/testkit/engines'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { DATA_FORMAT } from '../data-format.ts'
import { noPages, ownFolder, waitUntilPast } from '../local.fixture.ts'
import type { Progress } from '../progress.ts'
import { type LocalOptions, startLocal } from '../start-local.ts'
import { expectMarket, type Items, visitAs } from './market.fixture.ts'

const { folder, leave } = ownFolder('market')
afterAll(leave)
const start = async (options: LocalOptions) => startLocal({ folder, port: await freePort(), web: noPages, market: true, ...options })

test('rebuilds the demo market after an interrupted first start, and keeps it at the next start', {
  timeout: 600_000,
}, async () => {
  await waitUntilPast(SETTLEMENT_TIME)
  const cancel = new AbortController()
  const messages: string[] = []
  const steps: string[] = []
  const progress: Progress = {
    step: (name, work) => {
      steps.push(name)
      return work()
    },
    print: (line) => {
      messages.push(line)
      if (line.includes(' 2 of 12')) cancel.abort()
    },
  }
  await expect(start({ progress, signal: cancel.signal })).rejects.toThrow('The start was cancelled.')
  expect(JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8'))).toEqual({ form: DATA_FORMAT, demo: 'begun' })

  messages.length = 0
  const local = await start({ progress })
  const stopFirst = vi.fn(() => local.stop())
  onTestFinished(() => (stopFirst.mock.calls.length ? undefined : stopFirst()))
  expect(messages[0]).toBe('The last start stopped while creating the demo. Creating the demo again.')
  expect(Math.abs(local.sandbox.clock.now().getTime() - Date.now())).toBeLessThan(2_000)

  await expectMarket(local, folder)
  const { items: campaigns } = await (await visitAs(local, 'kefiro')).get<Items<{ id: string; name: string }>>('/campaigns/campaigns')
  const fridgeDoor = campaigns.find(({ name }) => name === 'Fridge door')
  const { items: videos } = await (await visitAs(local, 'kefiro')).get<Items<{ url: string }>>(
    `/metrics/campaigns/${fridgeDoor?.id}/videos`,
  )

  await stopFirst()
  steps.length = 0
  const again = await start({ progress })
  onTestFinished(() => again.stop())
  expect(steps).not.toContainEqual(expect.stringMatching(/demo/))
  expect(again.hasMarket).toBe(true)
  expect(await (await visitAs(again, 'lea')).get('/payouts/balance')).toMatchObject({ paid: 190 })
  // The sandbox now uses another port, but previously stored links still work.
  expect(again.sandbox.url).not.toBe(local.sandbox.url)
  expect(videos.length).toBeGreaterThan(0)
  for (const { url } of videos) expect(await (await fetch(url)).text()).toContain('<title>')
})
