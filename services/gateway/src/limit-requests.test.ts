import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

describe('request limits', () => {
  test('returns 429 with Retry-After, without calling the service, when an address exceeds its limit', async () => {
    let asked = 0
    const services = {
      campaigns: (_req: unknown, res: ServerResponse) => {
        asked += 1
        res.end('{}')
      },
    }
    const gateway = await startGateway({ env: { REQUESTS_PER_ADDRESS: '5', TRUST_PROXY: '127.0.0.1' }, services })
    const from = (address: string) => gateway.ask('/api/campaigns/x', { headers: { 'x-forwarded-for': address } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => from('198.51.100.1')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(asked).toBe(5)
    const { json, headers } = await from('198.51.100.1')
    expect(json).toMatchObject({ code: 'too_many_requests', status: 429 })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await from('198.51.100.2')).status).toBe(200)
  })

  test('ignores forged X-Forwarded-For headers', async () => {
    const gateway = await startGateway({ env: { REQUESTS_PER_ADDRESS: '2' } })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await gateway.ask('/remotes.json', { headers: { 'x-forwarded-for': `198.51.100.${n}` } })).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  test('counts all addresses of an IPv6 subscriber together', async () => {
    const gateway = await startGateway({ env: { REQUESTS_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' } })
    const statuses: number[] = []
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1', '2001:db9::1'])
      statuses.push((await gateway.ask('/remotes.json', { headers: { 'x-forwarded-for': address } })).status)
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  test('counts each session separately, whichever addresses its requests come from', async () => {
    const gateway = await startGateway({ env: { REQUESTS_PER_SESSION: '3', TRUST_PROXY: '127.0.0.1' } })
    const [one, other] = [gateway.signIn(), gateway.signIn()]
    const statuses: number[] = []
    for (let n = 1; n < 6; n++)
      statuses.push(
        (await gateway.ask('/api/campaigns/x', { headers: { cookie: one.cookie, 'x-forwarded-for': `198.51.100.${n}` } })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await gateway.ask('/api/campaigns/x', { headers: { cookie: other.cookie } })).status).toBe(200)
    expect((await gateway.ask('/api/campaigns/x')).status).toBe(200)
  })
})
