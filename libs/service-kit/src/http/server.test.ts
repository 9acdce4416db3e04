import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@reelfair/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, countRequests, listen, makeServer, SERVER_LIMITS } from './server.ts'

const LIMITS = { headersMs: 200, requestMs: 400, keepAliveMs: 300, headerBytes: 2_000 }

async function started(limits = LIMITS) {
  const server = makeServer(() => 'the-id', limits)
  const running = countRequests(server)
  const seen: string[] = []
  server.on('request', (request, response) => {
    seen.push(request.url ?? '')
    request.resume()
    request.on('error', () => seen.push('cut'))
    if (request.url === '/slow-answer') void sleep(200).then(() => response.end('done'))
    else if (request.url === '/half') response.write('begun')
    else request.on('end', () => response.end('done'))
  })
  const url = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => closeServer(server, running, 0))
  const open = (bytes: string) => {
    const socket: Socket & { received?: string } = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(bytes)
    socket.received = ''
    socket.on('data', (chunk) => {
      socket.received += String(chunk)
    })
    socket.on('error', () => {})
    return socket
  }
  return { server, running, seen, url, open }
}

test('responds with 408 when headers arrive too slowly', async () => {
  const { open, seen } = await started()
  const socket = open('GET / HTTP/1.1\r\nHost: x\r\n')
  // Writing to a closed socket would discard the unread response, so write rarely and stop once it has arrived.
  const drip = setInterval(() => socket.received === '' && socket.write('X-A: 1\r\n'), 90)
  onTestFinished(() => clearInterval(drip))
  await eventually(() => expect(socket.received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"too_slow".*"requestId":"the-id"/s))
  await eventually(() => expect(socket.closed).toBe(true))
  expect(seen).toEqual([])
})

test('responds with 408 and aborts the reader when a body arrives too slowly', async () => {
  const { open, seen } = await started()
  const socket = open('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')
  const drip = setInterval(() => socket.received === '' && socket.write('x'), 90)
  onTestFinished(() => clearInterval(drip))
  await eventually(() => expect(socket.received).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s))
  await eventually(() => expect(seen).toEqual(['/body', 'cut']))
})

test('closes the connection if a request fails after its response has started', async () => {
  const { open } = await started()
  const socket = open('POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')
  await eventually(() => expect(socket.closed).toBe(true))
  expect(socket.received).toMatch(/begun/)
  expect(socket.received).not.toContain('too_slow')
})

test('applies the default limits', () => {
  expect(SERVER_LIMITS).toEqual({ headersMs: 10_000, requestMs: 30_000, keepAliveMs: 15_000, headerBytes: 16_384 })
  const server = makeServer(() => 'the-id')
  expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([10_000, 30_000, 15_000])
})

test('waits for running requests, but not for idle connections, when closing', async () => {
  const { server, running, url, open } = await started()
  const silent = open('')
  const answer = fetch(`${url}/slow-answer`)
  await eventually(() => expect(running()).toBe(1))
  await closeServer(server, running, 5_000)
  expect(await (await answer).text()).toBe('done')
  await eventually(() => expect(silent.closed).toBe(true))
  await expect(fetch(url)).rejects.toThrow()
})

test('responds to a keep-alive request that arrives just after closing has begun', async () => {
  const { server, running, open } = await started({ ...LIMITS, headersMs: 10_000, requestMs: 10_000, keepAliveMs: 10_000 })
  const kept = open('GET /first HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(kept.received).toContain('done'))
  kept.received = ''
  // This unfinished response keeps the server open until the time limit.
  open('GET /half HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(running()).toBe(1))
  const closed = closeServer(server, running, 2_000)
  await eventually(() => expect(server.listening).toBe(false))
  kept.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(kept.received).toContain('done'))
  await closed
})

test('closes within the time limit', async () => {
  const { server, running, open } = await started()
  const socket = open('GET /half HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(socket.received).toContain('begun'))
  const began = performance.now()
  await closeServer(server, running, 600)
  expect(performance.now() - began).toBeGreaterThan(550)
  await eventually(() => expect(socket.closed).toBe(true))
})

test('explains why an address or port is unusable', async () => {
  const { url } = await started()
  await expect(
    listen(
      makeServer(() => ''),
      '127.0.0.1',
      Number(new URL(url).port),
    ),
  ).rejects.toThrow(/^Port \d+ on 127\.0\.0\.1 is in use: .*set PORT/)
  await expect(
    listen(
      makeServer(() => ''),
      '203.0.113.7',
      0,
    ),
  ).rejects.toThrow(/^This machine has no address 203\.0\.113\.7: set HOST/)
})
