import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { untilReady } from './running.ts'

/**
 * Returns these responses to successive readiness checks and repeats the last one. `undefined` drops the connection, as
 * if the service had exited.
 */
async function serving(...answers: readonly (object | undefined)[]) {
  let checks = 0
  const server = createServer((_, response) => {
    const answer = answers[Math.min(checks, answers.length - 1)]
    checks += 1
    if (!answer) return void response.destroy()
    response.writeHead('away' in answer ? 503 : 200).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, checks: () => checks }
}

const STARTING = { ready: false, away: ['service'] }
const EXITED = undefined
const INDEXING = { ready: false, away: ['service', 'indexes'] }

test('keeps waiting while a service builds indexes', async () => {
  const { url, checks } = await serving(...Array.from({ length: 60 }, () => INDEXING), STARTING, { ready: true })
  // 62 checks, 50 ms apart, take longer than this time limit.
  await untilReady('campaigns', url, 'its.log', 2_000)
  expect(checks()).toBe(62)
})

test('applies the time limit after a service has built its indexes', async () => {
  const { url } = await serving(INDEXING, STARTING)
  await expect(untilReady('campaigns', url, 'its.log', 2_000)).rejects.toThrow('campaigns was not ready within 2 s. See its log: its.log')
})

test('gives up on a service that keeps exiting during or after index builds', async () => {
  const lives = [INDEXING, EXITED, EXITED, INDEXING, STARTING, EXITED, INDEXING, EXITED]
  const { url, checks } = await serving(...lives, ...lives, { ready: true })
  await expect(untilReady('campaigns', url, 'its.log', 20_000)).rejects.toThrow(
    'campaigns exited 3 times while starting. See its log: its.log',
  )
  expect(checks()).toBe(lives.length)
})

test('keeps waiting after two exits during index builds, and after any number of exits before them', async () => {
  const { url } = await serving(EXITED, STARTING, EXITED, STARTING, EXITED, INDEXING, EXITED, INDEXING, EXITED, STARTING, { ready: true })
  await untilReady('campaigns', url, 'its.log', 20_000)
})
