import { connect } from 'node:net'
import { eventually } from '@reelfair/testkit'
import express, { type Response } from 'express'
import { expect, test } from 'vitest'
import { LIVE_LIMITS, LiveStream } from './live-stream.ts'
import { openStream } from './testing/ask.ts'
import { listenTo } from './testing/servers.ts'

const session = { token: 't', claims: { sub: 'u', sid: 's', role: 'brand', complete: true } } as const

async function open(limits: Partial<typeof LIVE_LIMITS>) {
  const { promise, resolve } = Promise.withResolvers<{ stream: LiveStream; res: Response }>()
  const app = express()
  app.get('/', (_req, res) => {
    res.writeHead(200)
    resolve({ stream: new LiveStream(res, session, { ...LIVE_LIMITS, ...limits }), res })
    res.flushHeaders()
  })
  const { url } = await listenTo(app)
  return { url, opened: promise }
}

test('a reader who does not read is dropped before more than its share has piled up', async () => {
  const { url, opened } = await open({ unreadBytes: 16_384 })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.pause()
  const { stream, res } = await opened
  // The kernel takes some megabytes for a reader who does not read; what comes then stays with us.
  let most = 0
  for (let n = 0; n < 10_000 && !res.destroyed; n++) {
    stream.send('x'.repeat(16_000))
    most = Math.max(most, res.writableLength)
    await new Promise(setImmediate)
  }
  expect(res.destroyed).toBe(true)
  expect(most).toBeLessThan(16_384 + 16_200)
  expect(() => stream.tell('brand')).not.toThrow()
  socket.destroy()
})

test('the first of a burst is told at once, the rest together after the pause, each topic once', async () => {
  const { url, opened } = await open({ pauseMs: 100 })
  const reading = openStream(url, {}, '/')
  const { stream } = await opened
  const { events, leave } = await reading
  for (let n = 0; n < 50; n++) {
    stream.tell('brand')
    stream.tell('credits')
  }
  await eventually(() => expect(events.map(({ data }) => JSON.parse(data).topic)).toEqual(['brand', 'credits', 'brand']))
  stream.tell('brand')
  await eventually(() => expect(events).toHaveLength(4))
  leave()
})

test('what very many are told is told seldom, and holds up nothing else', async () => {
  const { url, opened } = await open({ pauseMs: 20, broadPauseMs: 60_000 })
  const reading = openStream(url, {}, '/')
  const { stream } = await opened
  const { events, leave } = await reading
  for (let n = 0; n < 50; n++) stream.tell('campaigns', true)
  await eventually(() => expect(events).toHaveLength(1))
  for (let n = 0; n < 3; n++) stream.tell('balance')
  await eventually(() => expect(events.map(({ data }) => JSON.parse(data).topic)).toEqual(['campaigns', 'balance', 'balance']))
  leave()
})
