import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { BrandRegistered, SESSION_CACHE_SECONDS, SessionEnded } from '@reelfair/contracts'
import { eventually, movableClock } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const claimsOf = (authorization: string | undefined) => {
  const payload = authorization?.split('.')[1]
  return payload ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
}

describe('session exchange', () => {
  test('forwards a session to services as a signed token, without the cookie', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn('brand')
    const { json } = await gateway.ask('/api/campaigns/campaigns', { headers: { cookie: brand.cookie } })
    expect(claimsOf(json.headers.authorization)).toMatchObject({ sub: brand.userId, sid: brand.sessionId, role: 'brand', complete: true })
    expect(json.headers).not.toHaveProperty('cookie')
  })

  test('calls identity once for concurrent requests and caches the session for a few seconds', async () => {
    const clock = movableClock()
    const gateway = await startGateway({ clock })
    clock.set(new Date())
    const { cookie } = gateway.signIn()
    const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.ask('/api/campaigns/x', { headers: { cookie } })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(gateway.identity.exchanges).toBe(1)

    clock.advance({ seconds: SESSION_CACHE_SECONDS, ms: -1 })
    await gateway.ask('/api/campaigns/x', { headers: { cookie } })
    expect(gateway.identity.exchanges).toBe(1)
    clock.advance({ ms: 1 })
    await gateway.ask('/api/campaigns/x', { headers: { cookie } })
    expect(gateway.identity.exchanges).toBe(2)
  })

  test('treats an unknown session as a visitor’s and keeps the cookie, because another tab may have replaced it', async () => {
    const gateway = await startGateway()
    const { status, json, headers } = await gateway.ask('/api/campaigns/x', { headers: { cookie: `__Host-session=${'z'.repeat(43)}` } })
    expect(status).toBe(200)
    expect(json.headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('does not ask identity about a malformed cookie', async () => {
    const gateway = await startGateway()
    const { json } = await gateway.ask('/api/campaigns/x', { headers: { cookie: '__Host-session=%27;drop' } })
    expect(json.headers).not.toHaveProperty('authorization')
    expect(gateway.identity.exchanges).toBe(0)
  })

  test('drops a cached session when session.ended arrives', async () => {
    const gateway = await startGateway({ clock: movableClock(new Date()) })
    const brand = gateway.signIn()
    const seen = async () => (await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers.authorization
    expect(await seen()).toBeDefined()
    gateway.endSilently(brand)
    expect(await seen()).toBeDefined()
    await gateway.publish(SessionEnded.of({ sessionId: brand.sessionId, userId: brand.userId }))
    await eventually(async () => expect(await seen()).toBeUndefined())
  })

  test('drops a session within seconds of its end even if session.ended never arrives', async () => {
    const clock = movableClock(new Date())
    const gateway = await startGateway({ clock })
    const brand = gateway.signIn()
    const seen = async () => (await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers.authorization
    expect(await seen()).toBeDefined()
    gateway.endSilently(brand)
    clock.advance({ seconds: SESSION_CACHE_SECONDS })
    expect(await seen()).toBeUndefined()
  })

  test('drops a session that ends while identity is responding', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const { promise: ended, resolve: proceed } = Promise.withResolvers<void>()
    const state = { isAsked: false }
    gateway.identity.beforeAnswer = () => {
      state.isAsked = true
      return ended
    }
    const asking = gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    await eventually(() => expect(state.isAsked).toBe(true))
    await gateway.publish(SessionEnded.of({ sessionId: brand.sessionId, userId: brand.userId }))
    proceed()
    expect((await asking).json.headers).not.toHaveProperty('authorization')
    gateway.identity.beforeAnswer = async () => {}
    expect((await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers).not.toHaveProperty('authorization')
  })

  test('asks identity again about a session that changes while identity is responding', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn('brand', { complete: false })
    const { promise: registered, resolve: proceed } = Promise.withResolvers<void>()
    const state = { isAsked: false }
    gateway.identity.beforeAnswer = () => {
      state.isAsked = true
      return registered
    }
    const asking = gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    await eventually(() => expect(state.isAsked).toBe(true))
    await gateway.publish(BrandRegistered.of({ brandId: brand.userId, brandName: 'Nord', version: 1 }))
    proceed()
    await asking
    await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    expect(gateway.identity.exchanges).toBe(2)
  })

  test('rechecks whether a brand is complete after a write by the brand and after brand.registered', async () => {
    const gateway = await startGateway({ clock: movableClock(new Date()) })
    const brand = gateway.signIn('brand', { complete: false })
    const complete = async () =>
      claimsOf((await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers.authorization).complete
    expect(await complete()).toBe(false)
    gateway.change(brand, { complete: true })
    await gateway.ask('/api/identity/brand', { headers: { cookie: brand.cookie } })
    expect(await complete(), 'a read changes nothing').toBe(false)
    await gateway.ask('/api/identity/brand', { method: 'PUT', headers: { cookie: brand.cookie }, body: {} })
    expect(await complete()).toBe(true)

    gateway.change(brand, { complete: false })
    await gateway.publish(BrandRegistered.of({ brandId: brand.userId, brandName: 'Nord', version: 2 }))
    await eventually(async () => expect(await complete()).toBe(false))
  })
})

describe('while identity is unavailable', () => {
  test('returns 503 to signed-in users and keeps serving visitors', async () => {
    const gateway = await startGateway()
    gateway.identity.beforeAnswer = async (res) => void res.destroy()
    const { cookie } = gateway.signIn()
    const signedIn = await gateway.ask('/api/campaigns/x', { headers: { cookie } })
    expect(signedIn).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(signedIn.headers).not.toHaveProperty('set-cookie')
    expect((await gateway.ask('/api/campaigns/x')).status).toBe(200)
    expect((await gateway.ask('/', { headers: { cookie, accept: 'text/html' } })).status).toBe(200)
  })

  test('returns 503 to all waiting requests when identity does not respond within 3 s', async () => {
    const gateway = await startGateway()
    gateway.identity.beforeAnswer = () => new Promise(() => {})
    const { cookie } = gateway.signIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.ask('/api/campaigns/x', { headers: { cookie } })))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(gateway.identity.exchanges).toBe(1)
  })

  test('does not cache a failed session exchange', async () => {
    const gateway = await startGateway()
    const { cookie } = gateway.signIn()
    gateway.identity.beforeAnswer = async (res) => void res.writeHead(500).end()
    expect((await gateway.ask('/api/campaigns/x', { headers: { cookie } })).status).toBe(503)
    gateway.identity.beforeAnswer = async () => {}
    expect((await gateway.ask('/api/campaigns/x', { headers: { cookie } })).json.headers.authorization).toBeDefined()
  })
})

describe('signing in and out', () => {
  const secret = 's'.repeat(43)
  const identity = (order: string) => ({
    identity: (_req: unknown, res: ServerResponse) =>
      void res.writeHead(201, { 'content-type': 'application/json', 'x-set-session': order, 'set-cookie': 'evil=1' }).end('{"id":"1"}'),
  })

  test('turns identity’s x-set-session header into a cookie and hides the header from the browser', async () => {
    const gateway = await startGateway({ services: identity(`${secret}; max-age=1209600`) })
    const { status, headers, json } = await gateway.ask('/api/identity/sessions', { method: 'POST', body: { email: 'a', password: 'b' } })
    expect({ status, json }).toEqual({ status: 201, json: { id: '1' } })
    expect(headers).not.toHaveProperty('clear-site-data')
    expect(headers['set-cookie']).toEqual([`__Host-session=${secret}; Max-Age=1209600; Path=/; Secure; HttpOnly; SameSite=Lax`])
    expect(headers).not.toHaveProperty('x-set-session')
  })

  test('sets the device cookie that identity requests and forwards it only to identity', async () => {
    const seen: Record<string, unknown> = {}
    const gateway = await startGateway({
      services: {
        identity: (req, res) => {
          seen.identity = req.headers['x-device']
          res.writeHead(201, { 'x-set-session': `${secret}; max-age=60`, 'x-set-device': `${'d'.repeat(43)}; max-age=34560000` }).end()
        },
        campaigns: (req, res) => {
          seen.campaigns = [req.headers['x-device'], req.headers.cookie]
          res.end('{}')
        },
      },
    })
    const cookie = `__Host-device=${'c'.repeat(43)}`
    const { headers } = await gateway.ask('/api/identity/sessions', { method: 'POST', body: {}, headers: { cookie, 'x-device': 'forged' } })
    expect(headers['set-cookie']).toEqual([
      `__Host-session=${secret}; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=Lax`,
      `__Host-device=${'d'.repeat(43)}; Max-Age=34560000; Path=/; Secure; HttpOnly; SameSite=Lax`,
    ])
    expect(headers).not.toHaveProperty('x-set-device')
    await gateway.ask('/api/campaigns/x', { headers: { cookie, 'x-device': 'forged' } })
    expect(seen).toEqual({ identity: 'c'.repeat(43), campaigns: [undefined, undefined] })
    await gateway.ask('/api/identity/sessions', { method: 'POST', body: {}, headers: { 'x-device': 'forged' } })
    expect(seen.identity).toBeUndefined()
  })

  test.each(['oauth', 'challenge'])(
    'forwards the cookie %s of a started sign-in only to identity, and deletes it when identity requests it',
    async (name) => {
      const seen: Record<string, unknown> = {}
      const gateway = await startGateway({
        services: {
          identity: (req, res) => {
            seen.identity = req.headers[`x-${name}`]
            res.writeHead(200, { [`x-set-${name}`]: '; max-age=0' }).end('{}')
          },
          campaigns: (req, res) => {
            seen.campaigns = [req.headers[`x-${name}`], req.headers.cookie]
            res.end('{}')
          },
        },
      })
      const cookie = `__Host-${name}=${'o'.repeat(43)}`
      const { headers } = await gateway.ask('/api/identity/google/callbacks', { method: 'POST', body: {}, headers: { cookie } })
      expect(headers['set-cookie']).toEqual([`__Host-${name}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`])
      expect(headers).not.toHaveProperty(`x-set-${name}`)
      await gateway.ask('/api/campaigns/x', { headers: { cookie, [`x-${name}`]: 'forged' } })
      expect(seen).toEqual({ identity: 'o'.repeat(43), campaigns: [undefined, undefined] })
    },
  )

  test('returns 500 and sets no cookie when x-set-session is malformed', async () => {
    const gateway = await startGateway({ services: identity('garbage') })
    const { status, headers } = await gateway.ask('/api/identity/sessions', { method: 'POST', body: {} })
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('drops the cached session before it responds to a sign-out', async () => {
    const gateway = await startGateway({ services: identity('; max-age=0') })
    const brand = gateway.signIn()
    await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    gateway.endSilently(brand)
    const { headers } = await gateway.ask('/api/identity/sessions/current', { method: 'DELETE', headers: { cookie: brand.cookie } })
    expect(headers['clear-site-data']).toBe('"cache"')
    const { json } = await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    expect(json.headers).not.toHaveProperty('authorization')
  })

  test('ignores session headers from all services except identity', async () => {
    const gateway = await startGateway({
      services: {
        campaigns: (_req, res) => void res.writeHead(200, { 'x-set-session': `${secret}; max-age=5`, 'set-cookie': 'evil=1' }).end(),
      },
    })
    const { headers } = await gateway.ask('/api/campaigns/x', {
      headers: { cookie: gateway.signIn('creator', { userId: randomUUID() }).cookie },
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('x-set-session')
  })
})
