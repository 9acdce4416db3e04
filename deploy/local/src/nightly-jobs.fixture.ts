import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, businessDayOf } from '@reelfair/rules'
import { eventually } from '@reelfair/testkit'
import { freePort } from '@reelfair/testkit/engines'
import { expect, onTestFinished, vi } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { startLocal } from './start-local.ts'

const DAY_MS = 86_400_000

function nightsIn(folder: string): Record<string, string[]> {
  const nights: Record<string, string[]> = {}
  for (const name of readdirSync(join(folder, 'logs')))
    for (const line of readFileSync(join(folder, 'logs', name), 'utf8').split('\n')) {
      if (!line.includes('"job completed"')) continue
      const { service, job, day } = JSON.parse(line) as { service: string; job: string; day: string }
      const ofService = `${service} ${job}`
      nights[ofService] = [...(nights[ofService] ?? []), day]
    }
  return nights
}

/** Each job must run once per day and in order, whether the clock advances night by night or jumps. */
export async function checkNightlyJobs({ distributed }: { distributed: boolean }): Promise<void> {
  const { folder, leave } = ownFolder('nights', 'info')
  onTestFinished(leave)
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
  const local = await startLocal({ folder, port: await freePort(), web: noPages, empty: true, distributed })
  onTestFinished(() => local.stop())
  const { sandbox } = local
  const today = businessDayOf(sandbox.clock.now())
  const noon = (day: string) => new Date(`${day}T11:00:00Z`)
  const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_one, index) => addDays(today, from + index))

  await sandbox.moveTo(noon(addDays(today, 3)))
  // `moveTo` resolves once the jobs are done, but their log lines may be written slightly later.
  await eventually(() => {
    const walked = nightsIn(folder)
    expect([walked['metrics refresh-views']?.slice(-3), walked['campaigns settle-day']?.slice(-3)]).toEqual([days(1, 3), days(1, 3)])
  })

  const jumped = await fetch(`${sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 4 * DAY_MS }),
  })
  expect(jumped.status).toBe(200)
  await eventually(
    () => {
      const all = nightsIn(folder)
      for (const job of ['metrics refresh-views', 'campaigns settle-day', 'campaigns sweep-media', 'partnerships settle-day']) {
        expect(all[job]?.slice(-7)).toEqual(days(1, 7))
        expect(new Set(all[job]).size).toBe(all[job]?.length)
      }
    },
    { within: 90_000 },
  )
}
