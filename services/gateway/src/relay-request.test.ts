import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { connect } from 'node:net'
import { Refusal } from '@reelfair/contracts'
import { eventually } from '@reelfair/testkit'
import express, { type ErrorRequestHandler } from 'express'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type Limits, relayRequest } from './relay-request.ts'
import { sendRaw, sendRequest } from './testing/send-request.ts'
import { listenTo, readBody } from './testing/servers.ts'

/** Generous limits, because a busy machine delays requests and responses. */
const PATIENT: Limits = { bodyBytes: 100_000, clientPauseMs: 20_000, firstByteMs: 20_000, answerPauseMs: 20_000 }
/** Short timeout for requests and responses that never arrive. */
const QUICK_MS = 300
const log = pino({ level: 'silent' })

async function relayTo(behind: RequestListener, limits: Partial<Limits> = {}) {
  const upstream = await listenTo(behind)
  const app = express()
  const state = { finished: 0, refused: '' }
  app.use(async (req, res) => {
    try {
      const answerWith = (answer: IncomingMessage) => ({ status: answer.statusCode ?? 0, headers: {} })
      await relayRequest(req, res, {
        to: 'behind',
        origin: upstream.url,
        path: req.url,
        headers: {},
        limits: { ...PATIENT, ...limits },
        log,
        answerWith,
      })
    } finally {
      state.finished += 1
    }
  })
  const onError: ErrorRequestHandler = (error, _req, res, _next) => {
    state.refused = error instanceof Refusal ? error.code : String(error)
    if (!res.headersSent) res.status(500).json({ code: state.refused })
  }
  app.use(onError)
  const front = await listenTo(app)
  return { upstream, state, url: front.url }
}

describe('upstream failures', () => {
  test('fails with unavailable when the upstream server does not respond', async () => {
    const { url } = await relayTo(() => {}, { firstByteMs: QUICK_MS })
    expect((await sendRequest(url, '/')).json).toEqual({ code: 'unavailable' })
  })

  test('fails with unavailable when the upstream server does not read a large request', async () => {
    const { url } = await relayTo((req) => void req.pause(), { firstByteMs: QUICK_MS, bodyBytes: 50_000_000 })
    expect((await sendRequest(url, '/', { method: 'POST', body: Buffer.alloc(20_000_000) })).json).toEqual({ code: 'unavailable' })
  })

  test('fails with unavailable when the upstream server closes the connection', async () => {
    const { url } = await relayTo((req) => void req.socket.destroy())
    expect((await sendRequest(url, '/', { method: 'POST', body: '{}' })).json).toEqual({ code: 'unavailable' })
  })

  test('fails with unavailable when the upstream server is not running', async () => {
    const { url, upstream } = await relayTo(() => {})
    await upstream.close()
    expect((await sendRequest(url, '/')).json).toEqual({ code: 'unavailable' })
  })

  test('aborts the response instead of truncating it when the upstream server stops halfway', async () => {
    const { url } = await relayTo((_req, res) => void res.write('half'), { answerPauseMs: QUICK_MS })
    await expect(sendRequest(url, '/')).rejects.toThrow()
    const { url: other } = await relayTo((_req, res) => {
      res.write('half')
      setTimeout(() => res.destroy(), 20)
    })
    await expect(sendRequest(other, '/')).rejects.toThrow()
  })

  test('retries a GET but not a POST when the upstream server has just closed a kept-alive connection', async () => {
    const seen: string[] = []
    const { url, upstream } = await relayTo((req, res) => {
      seen.push(`${req.method} ${req.url}`)
      // Resets the connection on its second request, as if the keep-alive timeout had just expired.
      const count = ((req.socket as { count?: number }).count ?? 0) + 1
      Object.assign(req.socket, { count })
      if (count === 2) req.socket.resetAndDestroy()
      else res.end('fine')
    })
    upstream.server.keepAliveTimeout = 60_000
    expect((await sendRequest(url, '/1')).text).toBe('fine')
    expect((await sendRequest(url, '/2')).text).toBe('fine')
    expect(seen).toEqual(['GET /1', 'GET /2', 'GET /2'])
    expect((await sendRequest(url, '/3')).text).toBe('fine')
    expect((await sendRequest(url, '/4', { method: 'POST', body: '{}' })).json).toEqual({ code: 'unavailable' })
    expect(seen.slice(3)).toEqual(['GET /3', 'POST /4'])
  })

  test('closes an idle connection before the upstream server does', async () => {
    const { url, upstream } = await relayTo((_req, res) => void res.end('done'))
    upstream.server.keepAliveTimeout = 3_000
    let closedBy = ''
    upstream.server.on('connection', (socket) => {
      socket.once('end', () => {
        closedBy = 'gateway'
      })
    })
    expect((await sendRequest(url, '/', { method: 'POST', body: '{}' })).status).toBe(200)
    await eventually(() => expect(closedBy).toBe('gateway'))
  })

  test('retries on a new connection when the upstream server has closed all kept-alive connections', async () => {
    const first: (() => void)[] = []
    const { url, upstream } = await relayTo((req, res) => {
      const { socket } = req as { socket: { isKept?: boolean } }
      if (socket.isKept) return void req.socket.resetAndDestroy()
      socket.isKept = true
      first.push(() => res.end('fine'))
      if (first.length >= 4) for (const answer of first) answer()
    })
    upstream.server.keepAliveTimeout = 60_000
    const four = () => Promise.all([1, 2, 3, 4].map(async () => (await sendRequest(url, '/')).text))
    expect(await four()).toEqual(['fine', 'fine', 'fine', 'fine'])
    expect((await sendRequest(url, '/')).text).toBe('fine')
  })

  test('cancels the upstream request when the browser disconnects', async () => {
    const behind = { isAsked: false, isGone: false }
    const { url, state } = await relayTo((_req, res) => {
      behind.isAsked = true
      res.on('close', () => {
        behind.isGone = true
      })
    })
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    await eventually(() => expect([behind.isAsked, state.finished]).toEqual([true, 0]))
    socket.destroy()
    await eventually(() => expect([behind.isGone, state.finished, state.refused]).toEqual([true, 1, '']))
  })

  test('streams the response while the request is still arriving', async () => {
    const { url } = await relayTo((req, res) => void req.pipe(res))
    const { hostname, port } = new URL(url)
    const outgoing = request({ hostname, port, method: 'POST', agent: false })
    const { promise, resolve } = Promise.withResolvers<string>()
    let got = ''
    outgoing.on('response', (answer) => {
      answer.on('data', (chunk) => {
        got += String(chunk)
        if (got.length < 5) outgoing.write(String(got.length))
        else outgoing.end()
      })
      answer.on('end', () => resolve(got))
    })
    outgoing.write('0')
    expect(await promise).toBe('01234')
  })

  test('returns a response that the upstream server sends before it has read the request', async () => {
    const { url } = await relayTo((_req, res) => void res.writeHead(401).end('no'), { bodyBytes: 10_000_000 })
    const { status, text } = await sendRequest(url, '/', { method: 'POST', body: Buffer.alloc(5_000_000) })
    expect([status, text]).toEqual([401, 'no'])
  })
})

describe('client failures', () => {
  test('fails with too_slow when the browser stops sending', async () => {
    const { url } = await relayTo(async (req, res) => void res.end(await readBody(req).catch(() => '')), { clientPauseMs: QUICK_MS })
    const answer = await sendRaw(url, 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf')
    expect(answer).toContain('too_slow')
  })

  test('fails with too_slow when a browser sends its request steadily but too slowly', async () => {
    const { url } = await relayTo(async (req, res) => void res.end(await readBody(req).catch(() => '')), { wholeRequestMs: QUICK_MS })
    const { hostname, port } = new URL(url)
    const state = { got: '' }
    const socket = connect(Number(port), hostname)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
    socket.on('data', (chunk) => {
      state.got += chunk
    })
    const drip = setInterval(() => socket.write('x'), 20)
    await expect.poll(() => state.got).toContain('too_slow')
    clearInterval(drip)
    socket.destroy()
  })

  test('fails with too_large above the size limit and does not forward the rest', async () => {
    const behind = { bytes: 0 }
    const { url } = await relayTo((req) => {
      req.on('data', (chunk: Buffer) => {
        behind.bytes += chunk.length
      })
    })
    const { json } = await sendRequest(url, '/', {
      method: 'POST',
      body: Buffer.alloc(2_000_000),
      headers: { 'transfer-encoding': 'chunked' },
    })
    expect(json).toEqual({ code: 'too_large' })
    expect(behind.bytes).toBeLessThanOrEqual(100_000)
  })

  test.each([
    ['refused here', (() => {}) as RequestListener, 100_000, 'too_large'],
    ['answered early', ((_req, res) => void res.writeHead(401).end('no')) as RequestListener, 1_000_000_000, 'HTTP/1.1 401'],
  ])('disconnects a browser that keeps sending after its request was %s', async (_how, behind, bodyBytes, expected) => {
    const { url } = await relayTo(behind, { bodyBytes })
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'))
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const state = { got: '', isClosed: false }
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) if (socket.bytesWritten > 500_000_000) return
    }
    socket.on('drain', more).on('connect', more)
    socket.on('data', (data) => {
      state.got += String(data)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      state.isClosed = true
    })
    await eventually(() => expect(state.isClosed).toBe(true))
    expect(state.got).toContain(expected)
    expect(socket.bytesWritten).toBeLessThan(60_000_000)
  })

  test('rejects a Content-Length above the limit without calling the upstream server', async () => {
    const behind = { requests: 0 }
    const { url } = await relayTo(() => {
      behind.requests += 1
    })
    const { json } = await sendRequest(url, '/', { method: 'POST', body: Buffer.alloc(2_000_000) })
    expect([json.code, behind.requests]).toEqual(['too_large', 0])
  })

  test('disconnects a browser that does not read the response', async () => {
    const { url, state } = await relayTo(
      (_req, res) => {
        const more = () => {
          while (res.write(Buffer.alloc(65_536))) if (res.destroyed) return
        }
        res.on('drain', more)
        more()
      },
      { answerPauseMs: QUICK_MS },
    )
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.pause()
    await eventually(() => expect(state.finished).toBe(1))
    socket.destroy()
  })
})
