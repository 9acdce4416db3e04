import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { untilReady } from './running.ts'

/** Answers each question about readiness by the next of these, or not at all, as if it had ended; and by the last one from then on. */
async function serving(...answers: readonly (object | undefined)[]) {
  let asked = 0
  const server = createServer((_, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    if (!answer) return void response.destroy()
    response.writeHead('away' in answer ? 503 : 200).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

const STARTS = { ready: false, away: ['service'] }
const ENDED = undefined
const MAKES_INDEXES = { ready: false, away: ['service', 'indexes'] }

test('who makes indexes has as long as it takes', async () => {
  const { url, asked } = await serving(...Array.from({ length: 60 }, () => MAKES_INDEXES), STARTS, { ready: true })
  // Less than the questions take, 50 ms apart.
  await untilReady('campaigns', url, 'its.log', 2_000)
  expect(asked()).toBe(62)
})

test('who only starts has its time, and so has who has made them', async () => {
  const { url } = await serving(MAKES_INDEXES, STARTS)
  await expect(untilReady('campaigns', url, 'its.log', 2_000)).rejects.toThrow(
    'campaigns did not get ready within 2 s. Its log says why: its.log',
  )
})

test('who ends there or after it, and is started again, is not waited for without end', async () => {
  const lives = [MAKES_INDEXES, ENDED, ENDED, MAKES_INDEXES, STARTS, ENDED, MAKES_INDEXES, ENDED]
  const { url, asked } = await serving(...lives, ...lives, { ready: true })
  await expect(untilReady('campaigns', url, 'its.log', 20_000)).rejects.toThrow(
    'campaigns ended 3 times while it started. Its log says why: its.log',
  )
  expect(asked()).toBe(lives.length)
})

test('who has ended twice may still get ready, and so may who has ended before there were any indexes', async () => {
  const { url } = await serving(ENDED, STARTS, ENDED, STARTS, ENDED, MAKES_INDEXES, ENDED, MAKES_INDEXES, ENDED, STARTS, { ready: true })
  await untilReady('campaigns', url, 'its.log', 20_000)
})
