import { connect } from 'node:net'
import { eventually } from '@reelfair/testkit'
import express, { type Response } from 'express'
import { expect, test } from 'vitest'
import { LIVE_LIMITS, LiveStream } from './live-stream.ts'
import { openStream } from './testing/send-request.ts'
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

test('keeps buffered data below the limit by disconnecting a client that does not read', async () => {
  const { url, opened } = await open({ unreadBytes: 16_384 })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.pause()
  const { stream, res } = await opened
  // Once the kernel has buffered a few megabytes for a client that does not read, data accumulates in this process.
  let most = 0
  for (let n = 0; n < 10_000 && !res.destroyed; n++) {
    stream.send('x'.repeat(16_000))
    most = Math.max(most, res.writableLength)
    await new Promise(setImmediate)
  }
  expect(res.destroyed).toBe(true)
  expect(most).toBeLessThan(16_384 + 16_200)
  expect(() => stream.notify('brand')).not.toThrow()
  socket.destroy()
})

test('sends the first notice of a burst immediately and each topic once after the pause', async () => {
  const { url, opened } = await open({ pauseMs: 100 })
  const reading = openStream(url, {}, '/')
  const { stream } = await opened
  const { events, leave } = await reading
  for (let n = 0; n < 50; n++) {
    stream.notify('brand')
    stream.notify('credits')
  }
  await eventually(() => expect(events.map(({ data }) => JSON.parse(data).topic)).toEqual(['brand', 'credits', 'brand']))
  stream.notify('brand')
  await eventually(() => expect(events).toHaveLength(4))
  leave()
})

test('sends broad topics less often without delaying other topics', async () => {
  const { url, opened } = await open({ pauseMs: 20, broadPauseMs: 60_000 })
  const reading = openStream(url, {}, '/')
  const { stream } = await opened
  const { events, leave } = await reading
  for (let n = 0; n < 50; n++) stream.notify('campaigns', true)
  await eventually(() => expect(events).toHaveLength(1))
  for (let n = 0; n < 3; n++) stream.notify('balance')
  await eventually(() => expect(events.map(({ data }) => JSON.parse(data).topic)).toEqual(['campaigns', 'balance', 'balance']))
  leave()
})
