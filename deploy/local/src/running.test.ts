import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { untilReady } from './running.ts'

/** Answers each question about readiness by the next of these, and the last one from then on. */
async function serving(...answers: readonly object[]) {
  let asked = 0
  const server = createServer((_, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    response.writeHead(answer && 'away' in answer ? 503 : 200).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

const STARTS = { ready: false, away: ['service'] }
const MAKES_INDEXES = { ready: false, away: ['service', 'indexes'] }

test('who makes indexes has as long as it takes', async () => {
  const { url, asked } = await serving(...Array.from({ length: 12 }, () => MAKES_INDEXES), STARTS, { ready: true })
  // Less than the fourteen questions take, 50 ms apart.
  await untilReady('campaigns', url, 'its.log', 300)
  expect(asked()).toBe(14)
})

test('who only starts has its time, and so has who has made them', async () => {
  const { url } = await serving(MAKES_INDEXES, STARTS)
  await expect(untilReady('campaigns', url, 'its.log', 300)).rejects.toThrow(
    'campaigns did not get ready within 0.3 s. Its log says why: its.log',
  )
})
