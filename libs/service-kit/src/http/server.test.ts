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
    const socket: Socket & { heard?: string } = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.heard = ''
    socket.on('data', (chunk) => {
      socket.heard += String(chunk)
    })
    socket.on('error', () => {})
    return socket
  }
  return { server, running, seen, url, open }
}

test('headers that drip in are given up with 408', async () => {
  const { open, seen } = await started()
  const socket = open('GET / HTTP/1.1\r\nHost: x\r\n')
  // A write that meets a closed socket would have the answer thrown away unread: so seldom, and none after it has come.
  const drip = setInterval(() => socket.heard === '' && socket.write('X-A: 1\r\n'), 90)
  onTestFinished(() => clearInterval(drip))
  await eventually(() => expect(socket.heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"too_slow".*"requestId":"the-id"/s))
  await eventually(() => expect(socket.closed).toBe(true))
  expect(seen).toEqual([])
})

test('a body that drips in is given up with 408, and its reader is told', async () => {
  const { open, seen } = await started()
  const socket = open('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')
  const drip = setInterval(() => socket.heard === '' && socket.write('x'), 90)
  onTestFinished(() => clearInterval(drip))
  await eventually(() => expect(socket.heard).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s))
  await eventually(() => expect(seen).toEqual(['/body', 'cut']))
})

test('an answer under way is cut, not mixed with a refusal', async () => {
  const { open } = await started()
  const socket = open('POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')
  await eventually(() => expect(socket.closed).toBe(true))
  expect(socket.heard).toMatch(/begun/)
  expect(socket.heard).not.toContain('too_slow')
})

test('the limits of the house', () => {
  expect(SERVER_LIMITS).toEqual({ headersMs: 10_000, requestMs: 30_000, keepAliveMs: 15_000, headerBytes: 16_384 })
  const server = makeServer(() => 'the-id')
  expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([10_000, 30_000, 15_000])
})

test('closing waits for what runs and does not wait for who is silent', async () => {
  const { server, running, url, open } = await started()
  const silent = open('')
  const answer = fetch(`${url}/slow-answer`)
  await eventually(() => expect(running()).toBe(1))
  await closeServer(server, running, 5_000)
  expect(await (await answer).text()).toBe('done')
  await eventually(() => expect(silent.closed).toBe(true))
  await expect(fetch(url)).rejects.toThrow()
})

test('answers a request that arrives on a kept-alive connection just after closing began', async () => {
  const { server, running, open } = await started({ ...LIMITS, headersMs: 10_000, requestMs: 10_000, keepAliveMs: 10_000 })
  const kept = open('GET /first HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(kept.heard).toContain('done'))
  kept.heard = ''
  // Keeps the server open until its time is up.
  open('GET /half HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(running()).toBe(1))
  const closed = closeServer(server, running, 2_000)
  await eventually(() => expect(server.listening).toBe(false))
  kept.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(kept.heard).toContain('done'))
  await closed
})

test('closing waits no longer than it may', async () => {
  const { server, running, open } = await started()
  const socket = open('GET /half HTTP/1.1\r\nHost: x\r\n\r\n')
  await eventually(() => expect(socket.heard).toContain('begun'))
  const began = performance.now()
  await closeServer(server, running, 600)
  expect(performance.now() - began).toBeGreaterThan(550)
  await eventually(() => expect(socket.closed).toBe(true))
})

test('a port in use gets a sentence that says what to do', async () => {
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
