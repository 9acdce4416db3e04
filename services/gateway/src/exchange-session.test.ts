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

describe('a session', () => {
  test('reaches the services as a signed token, and the cookie does not', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn('brand')
    const { json } = await gateway.ask('/api/campaigns/campaigns', { headers: { cookie: brand.cookie } })
    expect(claimsOf(json.headers.authorization)).toMatchObject({ sub: brand.userId, sid: brand.sessionId, role: 'brand', complete: true })
    expect(json.headers).not.toHaveProperty('cookie')
  })

  test('is asked for once however many requests come at once, and then for some seconds not at all', async () => {
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

  test('that identity does not know is a visitor’s, and its cookie is left alone: another tab may have a new one by now', async () => {
    const gateway = await startGateway()
    const { status, json, headers } = await gateway.ask('/api/campaigns/x', { headers: { cookie: `__Host-session=${'z'.repeat(43)}` } })
    expect(status).toBe(200)
    expect(json.headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('whose cookie cannot be ours costs identity no question', async () => {
    const gateway = await startGateway()
    const { json } = await gateway.ask('/api/campaigns/x', { headers: { cookie: '__Host-session=%27;drop' } })
    expect(json.headers).not.toHaveProperty('authorization')
    expect(gateway.identity.exchanges).toBe(0)
  })

  test('that ended elsewhere is dead at once when its end is heard', async () => {
    const gateway = await startGateway({ clock: movableClock(new Date()) })
    const brand = gateway.signIn()
    const seen = async () => (await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers.authorization
    expect(await seen()).toBeDefined()
    gateway.endSilently(brand)
    expect(await seen()).toBeDefined()
    await gateway.say(SessionEnded.of({ sessionId: brand.sessionId, userId: brand.userId }))
    await eventually(async () => expect(await seen()).toBeUndefined())
  })

  test('that ended elsewhere is dead within seconds though its end was never heard', async () => {
    const clock = movableClock(new Date())
    const gateway = await startGateway({ clock })
    const brand = gateway.signIn()
    const seen = async () => (await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers.authorization
    expect(await seen()).toBeDefined()
    gateway.endSilently(brand)
    clock.advance({ seconds: SESSION_CACHE_SECONDS })
    expect(await seen()).toBeUndefined()
  })

  test('that ends while identity’s answer is on its way does not come back to life', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const { promise: ended, resolve: goOn } = Promise.withResolvers<void>()
    const state = { isAsked: false }
    gateway.identity.beforeAnswer = () => {
      state.isAsked = true
      return ended
    }
    const asking = gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    await eventually(() => expect(state.isAsked).toBe(true))
    await gateway.say(SessionEnded.of({ sessionId: brand.sessionId, userId: brand.userId }))
    goOn()
    expect((await asking).json.headers).not.toHaveProperty('authorization')
    gateway.identity.beforeAnswer = async () => {}
    expect((await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })).json.headers).not.toHaveProperty('authorization')
  })

  test('that changes while identity’s answer is on its way is asked for again', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn('brand', { complete: false })
    const { promise: registered, resolve: goOn } = Promise.withResolvers<void>()
    const state = { isAsked: false }
    gateway.identity.beforeAnswer = () => {
      state.isAsked = true
      return registered
    }
    const asking = gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    await eventually(() => expect(state.isAsked).toBe(true))
    await gateway.say(BrandRegistered.of({ brandId: brand.userId, brandName: 'Nord', version: 1 }))
    goOn()
    await asking
    await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    expect(gateway.identity.exchanges).toBe(2)
  })

  test('shows at once that a brand has become complete, here after its own write and elsewhere by the event', async () => {
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
    await gateway.say(BrandRegistered.of({ brandId: brand.userId, brandName: 'Nord', version: 2 }))
    await eventually(async () => expect(await complete()).toBe(false))
  })
})

describe('while identity is away', () => {
  test('a signed-in request is answered 503, a visitor is served', async () => {
    const gateway = await startGateway()
    gateway.identity.beforeAnswer = async (res) => void res.destroy()
    const { cookie } = gateway.signIn()
    const signedIn = await gateway.ask('/api/campaigns/x', { headers: { cookie } })
    expect(signedIn).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(signedIn.headers).not.toHaveProperty('set-cookie')
    expect((await gateway.ask('/api/campaigns/x')).status).toBe(200)
    expect((await gateway.ask('/', { headers: { cookie, accept: 'text/html' } })).status).toBe(200)
  })

  test('one that hangs is given up after 3 s, for all who wait together', async () => {
    const gateway = await startGateway()
    gateway.identity.beforeAnswer = () => new Promise(() => {})
    const { cookie } = gateway.signIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.ask('/api/campaigns/x', { headers: { cookie } })))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(gateway.identity.exchanges).toBe(1)
  })

  test('a fault is not remembered', async () => {
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

  test('makes identity’s order a cookie, and keeps the order from the browser', async () => {
    const gateway = await startGateway({ services: identity(`${secret}; max-age=1209600`) })
    const { status, headers, json } = await gateway.ask('/api/identity/sessions', { method: 'POST', body: { email: 'a', password: 'b' } })
    expect({ status, json }).toEqual({ status: 201, json: { id: '1' } })
    expect(headers).not.toHaveProperty('clear-site-data')
    expect(headers['set-cookie']).toEqual([`__Host-session=${secret}; Max-Age=1209600; Path=/; Secure; HttpOnly; SameSite=Lax`])
    expect(headers).not.toHaveProperty('x-set-session')
  })

  test('keeps the device’s cookie as identity orders, and hands it to identity alone', async () => {
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

  test('answers 500 rather than half a sign-in when identity’s order cannot be read', async () => {
    const gateway = await startGateway({ services: identity('garbage') })
    const { status, headers } = await gateway.ask('/api/identity/sessions', { method: 'POST', body: {} })
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('out forgets the session before the answer is out', async () => {
    const gateway = await startGateway({ services: identity('; max-age=0') })
    const brand = gateway.signIn()
    await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    gateway.endSilently(brand)
    const { headers } = await gateway.ask('/api/identity/sessions/current', { method: 'DELETE', headers: { cookie: brand.cookie } })
    expect(headers['clear-site-data']).toBe('"cache"')
    const { json } = await gateway.ask('/api/campaigns/x', { headers: { cookie: brand.cookie } })
    expect(json.headers).not.toHaveProperty('authorization')
  })

  test('is identity’s alone to order', async () => {
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
