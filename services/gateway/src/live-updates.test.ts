import { randomUUID } from 'node:crypto'
import {
  BrandRegistered,
  CampaignRequested,
  CreditsHeld,
  defineEvent,
  type EventDraft,
  RefreshCompleted,
  type SessionClaims,
  SessionEnded,
} from '@reelfair/contracts'
import { eventually } from '@reelfair/testkit'
import express from 'express'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LIVE_LIMITS } from './live-stream.ts'
import { createLiveUpdates } from './live-updates.ts'
import { openStream } from './testing/ask.ts'
import { listenTo } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

const heard = (stream: { events: { name: string; data: string }[] }) =>
  stream.events.map(({ name, data }) => (name === 'changed' ? JSON.parse(data).topic : name))

describe('live updates', () => {
  test('begin with a hello and then tell what changed to whom it concerns', async () => {
    const gateway = await startGateway()
    const [one, other] = [gateway.signIn('brand'), gateway.signIn('brand')]
    const streams = [await gateway.live({ cookie: one.cookie }), await gateway.live({ cookie: other.cookie })]
    expect(streams[0]).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' },
    })
    await eventually(() => expect(streams.map(heard)).toEqual([['hello'], ['hello']]))
    await gateway.say(registered(other.userId))
    await gateway.say(registered(one.userId))
    await eventually(() =>
      expect(streams.map(heard)).toEqual([
        expect.arrayContaining(['hello', 'brand', 'session']),
        expect.arrayContaining(['hello', 'brand', 'session']),
      ]),
    )
    await gateway.say(registered(randomUUID()))
    expect(streams.map((stream) => heard(stream).length)).toEqual([3, 3])
    for (const { leave } of streams) leave()
  })

  test('for everyone and for a role reach all of them and no others', async () => {
    const gateway = await startGateway()
    const streams = await Promise.all(
      (['creator', 'brand', 'admin'] as const).map((role) => gateway.live({ cookie: gateway.signIn(role).cookie })),
    )
    await gateway.say(ForRole.of({ role: 'admin' }))
    await eventually(() => expect(streams.map(heard)).toEqual([['hello'], ['hello'], ['hello', 'invitations']]))
    await gateway.say(ForEveryone.of({ role: 'admin' }))
    await eventually(() =>
      expect(streams.map(heard)).toEqual([
        ['hello', 'readings'],
        ['hello', 'readings'],
        ['hello', 'invitations', 'readings'],
      ]),
    )
    for (const { leave } of streams) leave()
  })

  test('carry no data of the event', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const stream = await gateway.live({ cookie: brand.cookie })
    await gateway.say(registered(brand.userId))
    await eventually(() => expect(heard(stream)).toContain('brand'))
    expect(stream.state.text).not.toContain('Nord')
    stream.leave()
  })

  test('of a thousand events at once are few, and the last is not lost', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const stream = await gateway.live({ cookie: brand.cookie })
    for (let n = 0; n < 1_000; n++) await gateway.say(registered(brand.userId))
    await eventually(() => expect(heard(stream).length).toBeGreaterThan(1))
    expect(heard(stream).length).toBeLessThan(100)
    stream.leave()
  })

  test('are for who is signed in', async () => {
    const gateway = await startGateway()
    expect((await gateway.ask('/api/live')).json.code).toBe('not_signed_in')
    expect((await gateway.ask('/api/live', { headers: { cookie: `__Host-session=${'z'.repeat(43)}` } })).status).toBe(401)
    expect((await gateway.ask('/api/live', { method: 'POST', body: {} })).status).toBe(404)
    expect((await gateway.ask('/api/live', { method: 'HEAD', headers: { cookie: gateway.signIn().cookie } })).status).toBe(405)
  })

  test('are at most five streams of a session, and one that leaves makes room', async () => {
    const gateway = await startGateway()
    const { cookie } = gateway.signIn()
    const streams = await Promise.all(Array.from({ length: 5 }, () => gateway.live({ cookie })))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await gateway.ask('/api/live', { headers: { cookie } })).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    streams[0]!.leave()
    await eventually(async () => {
      const sixth = await gateway.live({ cookie })
      expect(sixth.status).toBe(200)
      streams.push(sixth)
    })
    for (const { leave } of streams) leave()
  })

  test('end with the session, at once, and only with this one', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const elsewhere = gateway.signIn('brand', { userId: brand.userId })
    const [stream, other] = [await gateway.live({ cookie: brand.cookie }), await gateway.live({ cookie: elsewhere.cookie })]
    await gateway.say(SessionEnded.of({ sessionId: brand.sessionId, userId: brand.userId }))
    await eventually(() => expect([heard(stream), stream.state.isEnded]).toEqual([['hello', 'session-ended'], true]))
    expect([heard(other), other.state.isEnded]).toEqual([['hello'], false])
    other.leave()
  })

  test('end when the gateway stops, so that nothing holds it up', async () => {
    const gateway = await startGateway()
    const stream = await gateway.live({ cookie: gateway.signIn().cookie })
    await gateway.stop()
    await eventually(() => expect(stream.state.isEnded).toBe(true))
  })

  test.each([
    ['brand.registered', 'no JSON'],
    ['brand.registered', '{}'],
    ['brand.registered', '{"specversion":"1.0"}'],
    ['session.ended', '{"specversion":"1.0","data":{}}'],
  ])('survive a %s that is %s', async (type, body) => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const stream = await gateway.live({ cookie: brand.cookie })
    await gateway.sayRaw(type, body)
    await gateway.say(registered(brand.userId))
    await eventually(() => expect(heard(stream)).toContain('brand'))
    stream.leave()
  })

  test('are spoken for all events of the house that say whom they concern', () => {
    const concerned = [BrandRegistered, CampaignRequested, CreditsHeld, RefreshCompleted].map(({ isLive }) => isLive)
    expect(concerned).toEqual([true, true, true, true])
  })
})

describe('a stream', () => {
  const log = pino({ level: 'silent' })
  const claims: SessionClaims = { sub: randomUUID(), sid: randomUUID(), role: 'brand', complete: true }
  const sessions = { exchange: async () => ({ token: 't', claims }), endSession() {}, forgetSecret() {}, forgetUser() {}, forgetAll() {} }

  /** The live part alone, with a bus that the test speaks by. */
  async function open(
    limits: Partial<typeof LIVE_LIMITS>,
    exchange: () => Promise<{ token: string; claims: SessionClaims } | undefined> = sessions.exchange,
  ) {
    const bus = { comeBack: (): void => expect.unreachable('nobody is told of a reconnection'), forgotten: 0 }
    const live = createLiveUpdates({
      bus: {
        listen: async (_types, _hear, missed) => {
          if (missed) bus.comeBack = missed
          return { stop: async () => {} }
        },
        ready: () => true,
        publish: async () => [],
        consume: async () => ({ stop: async () => {} }),
        deadLetters: () => ({ list: async () => [], replay: async () => 0 }),
        close: async () => {},
      },
      sessions: { ...sessions, exchange, forgetAll: () => (bus.forgotten += 1) },
      log,
      limits: { ...LIVE_LIMITS, ...limits },
    })
    const app = express()
    app.get('/api/live', (req, res, next) => {
      res.locals.session = { token: 't', claims }
      live.open(req, res, next)
    })
    const { url } = await listenTo(app)
    return { url, bus, live, cookie: `__Host-session=${'a'.repeat(43)}` }
  }

  test('shows that it lives, and notices within a heartbeat that its session is over', async () => {
    const state = { isOver: false }
    const { url, cookie } = await open({ heartbeatMs: 50 }, async () => (state.isOver ? undefined : { token: 't', claims }))
    const stream = await openStream(url, { cookie })
    await eventually(() => expect(stream.state.text.split('\n:\n').length).toBeGreaterThan(3))
    state.isOver = true
    await eventually(() => expect([heard(stream).at(-1), stream.state.isEnded]).toEqual(['session-ended', true]))
  })

  test('goes on while identity is away', async () => {
    const state = { asked: 0 }
    const { url, cookie } = await open({ heartbeatMs: 20 }, async () => {
      state.asked += 1
      throw new Error('away')
    })
    const stream = await openStream(url, { cookie })
    await eventually(() => expect(state.asked).toBeGreaterThan(5))
    expect(stream.state.isEnded).toBe(false)
    stream.leave()
  })

  test('says hello again when the bus is back, however short it was away, and no session counts as known', async () => {
    const { url, cookie, bus } = await open({})
    const stream = await openStream(url, { cookie })
    await eventually(() => expect(heard(stream)).toEqual(['hello']))
    bus.comeBack()
    await eventually(() => expect(heard(stream)).toEqual(['hello', 'hello']))
    expect(bus.forgotten).toBe(1)
    stream.leave()
  })
})

const registered = (brandId: string): EventDraft => BrandRegistered.of({ brandId, brandName: 'Nord', version: 1 })

const Roles = z.object({ role: z.enum(['creator', 'brand', 'admin']) })
const ForRole = defineEvent('test.role-told', 1, Roles, { live: ({ role }) => [{ to: `role:${role}`, topic: 'invitations' }] })
const ForEveryone = defineEvent('test.everyone-told', 1, Roles, { live: () => [{ to: 'everyone', topic: 'readings' }] })
