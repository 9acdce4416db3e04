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
import { openStream } from './testing/send-request.ts'
import { listenTo } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

const receivedOn = (stream: { events: { name: string; data: string }[] }) =>
  stream.events.map(({ name, data }) => (name === 'changed' ? JSON.parse(data).topic : name))

describe('live updates', () => {
  test('sends a hello event and then only the topics that concern the user', async () => {
    const gateway = await startGateway()
    const [one, other] = [gateway.signIn('brand'), gateway.signIn('brand')]
    const streams = [await gateway.live({ cookie: one.cookie }), await gateway.live({ cookie: other.cookie })]
    expect(streams[0]).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' },
    })
    await eventually(() => expect(streams.map(receivedOn)).toEqual([['hello'], ['hello']]))
    await gateway.publish(registered(other.userId))
    await gateway.publish(registered(one.userId))
    await eventually(() =>
      expect(streams.map(receivedOn)).toEqual([
        expect.arrayContaining(['hello', 'brand', 'session']),
        expect.arrayContaining(['hello', 'brand', 'session']),
      ]),
    )
    await gateway.publish(registered(randomUUID()))
    expect(streams.map((stream) => receivedOn(stream).length)).toEqual([3, 3])
    for (const { leave } of streams) leave()
  })

  test('sends notices for a role only to that role, and notices for everyone to all users', async () => {
    const gateway = await startGateway()
    const streams = await Promise.all(
      (['creator', 'brand', 'admin'] as const).map((role) => gateway.live({ cookie: gateway.signIn(role).cookie })),
    )
    await gateway.publish(ForRole.of({ role: 'admin' }))
    await eventually(() => expect(streams.map(receivedOn)).toEqual([['hello'], ['hello'], ['hello', 'invitations']]))
    await gateway.publish(ForEveryone.of({ role: 'admin' }))
    await eventually(() =>
      expect(streams.map(receivedOn)).toEqual([
        ['hello', 'readings'],
        ['hello', 'readings'],
        ['hello', 'invitations', 'readings'],
      ]),
    )
    for (const { leave } of streams) leave()
  })

  test('sends the notices of the last seconds to a user who connects after them', async () => {
    const gateway = await startGateway()
    const [one, other] = [gateway.signIn('brand'), gateway.signIn('brand')]
    await gateway.publish(registered(one.userId))
    const streams = [await gateway.live({ cookie: one.cookie }), await gateway.live({ cookie: other.cookie })]
    await eventually(() =>
      expect(streams.map((stream) => receivedOn(stream).toSorted())).toEqual([['brand', 'hello', 'session'], ['hello']]),
    )
    for (const { leave } of streams) leave()
  })

  test('sends topics without the event’s data', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const stream = await gateway.live({ cookie: brand.cookie })
    await gateway.publish(registered(brand.userId))
    await eventually(() => expect(receivedOn(stream)).toContain('brand'))
    expect(stream.state.text).not.toContain('Nord')
    stream.leave()
  })

  test('combines a burst of a thousand events into a few notices', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const stream = await gateway.live({ cookie: brand.cookie })
    for (let n = 0; n < 1_000; n++) await gateway.publish(registered(brand.userId))
    await eventually(() => expect(receivedOn(stream).length).toBeGreaterThan(1))
    expect(receivedOn(stream).length).toBeLessThan(100)
    stream.leave()
  })

  test('rejects visitors and methods other than GET', async () => {
    const gateway = await startGateway()
    expect((await gateway.ask('/api/live')).json.code).toBe('not_signed_in')
    expect((await gateway.ask('/api/live', { headers: { cookie: `__Host-session=${'z'.repeat(43)}` } })).status).toBe(401)
    expect((await gateway.ask('/api/live', { method: 'POST', body: {} })).status).toBe(404)
    expect((await gateway.ask('/api/live', { method: 'HEAD', headers: { cookie: gateway.signIn().cookie } })).status).toBe(405)
  })

  test('allows five streams per session, and another one after a stream has closed', async () => {
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

  test('closes the streams of a session when it ends and keeps the user’s other sessions open', async () => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const elsewhere = gateway.signIn('brand', { userId: brand.userId })
    const [stream, other] = [await gateway.live({ cookie: brand.cookie }), await gateway.live({ cookie: elsewhere.cookie })]
    await gateway.publish(SessionEnded.of({ sessionId: brand.sessionId, userId: brand.userId }))
    await eventually(() => expect([receivedOn(stream), stream.state.isEnded]).toEqual([['hello', 'session-ended'], true]))
    await eventually(() => expect([receivedOn(other), other.state.isEnded]).toEqual([['hello', 'session'], false]))
    other.leave()
  })

  test('closes all streams when the gateway stops', async () => {
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
  ])('keeps running after a %s event with the invalid body %s', async (type, body) => {
    const gateway = await startGateway()
    const brand = gateway.signIn()
    const stream = await gateway.live({ cookie: brand.cookie })
    await gateway.publishRaw(type, body)
    await gateway.publish(registered(brand.userId))
    await eventually(() => expect(receivedOn(stream)).toContain('brand'))
    stream.leave()
  })

  test('marks events that concern users as live', () => {
    const concerned = [BrandRegistered, CampaignRequested, CreditsHeld, RefreshCompleted].map(({ isLive }) => isLive)
    expect(concerned).toEqual([true, true, true, true])
  })
})

describe('live streams', () => {
  const log = pino({ level: 'silent' })
  const claims: SessionClaims = { sub: randomUUID(), sid: randomUUID(), role: 'brand', complete: true }
  const sessions = { exchange: async () => ({ token: 't', claims }), endSession() {}, forgetSecret() {}, forgetUser() {}, forgetAll() {} }

  async function open(
    limits: Partial<typeof LIVE_LIMITS>,
    exchange: () => Promise<{ token: string; claims: SessionClaims } | undefined> = sessions.exchange,
  ) {
    const bus = { reconnect: (): void => expect.unreachable('no reconnection handler registered'), forgotten: 0 }
    const live = createLiveUpdates({
      bus: {
        listen: async (_types, _handle, missed) => {
          if (missed) bus.reconnect = missed
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

  test('sends heartbeats and closes the stream within one heartbeat of the session’s end', async () => {
    const state = { isOver: false }
    const { url, cookie } = await open({ heartbeatMs: 50 }, async () => (state.isOver ? undefined : { token: 't', claims }))
    const stream = await openStream(url, { cookie })
    await eventually(() => expect(stream.state.text.split('\n:\n').length).toBeGreaterThan(3))
    state.isOver = true
    await eventually(() => expect([receivedOn(stream).at(-1), stream.state.isEnded]).toEqual(['session-ended', true]))
  })

  test('keeps the stream open while identity is unavailable', async () => {
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

  test('sends another hello event and drops all cached sessions when the bus reconnects', async () => {
    const { url, cookie, bus } = await open({})
    const stream = await openStream(url, { cookie })
    await eventually(() => expect(receivedOn(stream)).toEqual(['hello']))
    bus.reconnect()
    await eventually(() => expect(receivedOn(stream)).toEqual(['hello', 'hello']))
    expect(bus.forgotten).toBe(1)
    stream.leave()
  })
})

const registered = (brandId: string): EventDraft => BrandRegistered.of({ brandId, brandName: 'Nord', version: 1 })

const Roles = z.object({ role: z.enum(['creator', 'brand', 'admin']) })
const ForRole = defineEvent('test.role-notified', 1, Roles, { live: ({ role }) => [{ to: `role:${role}`, topic: 'invitations' }] })
const ForEveryone = defineEvent('test.everyone-notified', 1, Roles, { live: () => [{ to: 'everyone', topic: 'readings' }] })
