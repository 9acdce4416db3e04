/** The networks at their worst: slow down, late, empty, away. Missing is not known, never zero. */
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { expect, test } from 'vitest'
import type { Work } from '../ports.ts'
import { countFailed } from '../store/tasks.ts'
import { planned, points, startMetrics, workOff } from '../testing/start-metrics.ts'

const { app, clock, anAccount, aSignup, last, told, publish, night, work, fault, noFaults, outside, ports } = await startMetrics()

/** A sign-up on a network, with a video that has 500 views at its first night and 900 at its second. */
async function aVideo(network: string) {
  const account = await anAccount({ network })
  const signup = await aSignup(account, { network })
  await publish(account, signup.code, points([1, 500], [25, 500], [26, 900]))
  return { ...signup, account }
}

test('429: the account waits as long as the network says and is tried again, others go on', async () => {
  const [limited, other] = [await aVideo('tiktok'), await aVideo('instagram')]
  await fault({ kind: 'rate_limit', on: 'stats', network: 'tiktok', retryAfterS: 60, times: 1 })
  const day = await night()
  expect(await last(other.id)).toMatchObject({ qualified: 500 })
  expect(await told(limited.id)).toEqual([])
  const done = async () => (await app.emitted('refresh.completed')).filter((event) => event.day === day)
  expect(await done()).toEqual([])
  clock.advance({ seconds: 59 })
  await work()
  expect(await told(limited.id)).toEqual([])
  clock.advance({ seconds: 1 })
  await work()
  expect(await last(limited.id)).toMatchObject({ qualified: 500 })
  expect(await done()).toEqual([{ day, accounts: 2, failed: 0 }])
})

test('away: it is tried again with longer and longer pauses, then counted as failed and reported; the next night heals it', async () => {
  const { id } = await aVideo('youtube')
  await fault({ kind: 'error', on: 'videos', network: 'youtube', times: null })
  const day = await night()
  for (let minutes = 0; minutes < 95; minutes += 10) {
    clock.advance({ minutes: 10 })
    await work()
  }
  expect(await told(id)).toEqual([])
  expect(await countFailed(app.context(), day)).toBe(1)
  expect((await app.emitted('refresh.completed')).find((event) => event.day === day)).toMatchObject({ failed: 1 })
  await noFaults()
  await night()
  expect(await last(id)).toMatchObject({ qualified: 900, excluded: [] })
})

test('broken answers are tried again', async () => {
  const { id } = await aVideo('youtube')
  await fault({ kind: 'broken', on: 'metrics', network: 'youtube', times: 1 })
  await night()
  clock.advance({ seconds: 10 })
  await work()
  expect(await last(id)).toMatchObject({ qualified: 500 })
})

test.each(['empty', 'missing'])('figures that are %s change nothing', async (kind) => {
  const { id } = await aVideo('instagram')
  await night()
  const before = await last(id)
  await fault({ kind, on: 'metrics', network: 'instagram', times: null })
  await night()
  await noFaults()
  const { observed, qualified, excluded } = await last(id)
  expect({ observed, qualified, excluded }).toEqual({ observed: before.observed, qualified: 500, excluded: [] })
  await night()
  expect(await last(id)).toMatchObject({ qualified: 900 })
})

test('late figures count when they come', async () => {
  const { id } = await aVideo('tiktok')
  await fault({ kind: 'late', on: 'metrics', network: 'tiktok', hours: 30, times: null })
  await night()
  expect(await last(id)).toMatchObject({ observed: 0 })
  await night()
  expect((await last(id)).qualified).toBe(500)
  await noFaults()
  await night()
  expect(await last(id)).toMatchObject({ qualified: 900 })
})

test('what one account says cannot be kept: the others’ readings are, and it is tried again and given up like one that cannot be read', async () => {
  const [odd, fine] = [await aVideo('tiktok'), await aVideo('tiktok')]
  const { fetchVideoMetrics } = ports.social
  const oddly: Work = {
    ...app.context(),
    ports: {
      ...ports,
      social: {
        ...ports.social,
        fetchVideoMetrics: async (...asked) => {
          const said = await fetchVideoMetrics(...asked)
          const [video] = await outside<{ id: string }[]>(`accounts/${odd.account}/videos`)
          // No schema of ours takes half a view.
          return new Map([...said].map(([id, one]) => [id, id === video?.id ? { ...one, views: 0.5 } : one]))
        },
      },
    },
  }
  clock.set(nextInstantAt('00:00', clock.now()))
  const day = businessDayOf(clock.now())
  await planned(app, day)
  await workOff(oddly as ReturnType<typeof app.context>)
  expect(await last(fine.id)).toMatchObject({ qualified: 500 })
  expect(await told(odd.id)).toEqual([])
  for (let minutes = 0; minutes < 100; minutes += 10) {
    clock.advance({ minutes: 10 })
    await workOff(oddly as ReturnType<typeof app.context>)
  }
  expect((await app.emitted('refresh.completed')).find((event) => event.day === day)).toMatchObject({ failed: 1 })
  await night()
  expect(await last(odd.id)).toMatchObject({ qualified: 900 })
})

test('an account that is gone is given up at once, and what was counted stays', async () => {
  const { id } = await aSignup('tt_gone_for_good')
  const day = await night()
  expect(await told(id)).toEqual([])
  expect(await countFailed(app.context(), day)).toBe(1)
})
