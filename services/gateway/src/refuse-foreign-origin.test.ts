import { describe, expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const ORIGIN = 'http://localhost:4000'
const gateway = await startGateway()

describe('requests that change data', () => {
  test.each([
    ['from our page', { 'sec-fetch-site': 'same-origin', origin: ORIGIN }, 200],
    ['from our page, without Origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['from our page in an old browser', { origin: ORIGIN }, 200],
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['from another site that claims our Origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 403],
    ['from another port of this host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5000' }, 403],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['from another origin in an old browser', { origin: 'http://localhost:4000.evil.example' }, 403],
    ['from a sandboxed frame', { origin: 'null' }, 403],
    ['from our own host over https', { origin: 'https://localhost:4000' }, 403],
    ['without any origin', {}, 403],
    ['with two Sec-Fetch-Site values', { 'sec-fetch-site': ['same-origin', 'cross-site'] }, 403],
  ])('answers a request %s (headers %o) with %d', async (_who, sent, expected) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const headers: Record<string, string | string[] | undefined> = { 'sec-fetch-site': undefined, ...sent }
      if (headers['sec-fetch-site'] === undefined) delete headers['sec-fetch-site']
      const { status, json } = await gateway.ask('/api/campaigns/x', {
        method,
        isRaw: true,
        headers: headers as Record<string, string | string[]>,
      })
      expect([method, status, status === 403 ? json.code : '']).toEqual([method, expected, expected === 403 ? 'foreign_origin' : ''])
    }
  })

  test('rejects a cross-site request before it calls identity or a service', async () => {
    const { cookie } = gateway.signIn()
    const { status } = await gateway.ask('/api/campaigns/x', {
      method: 'POST',
      body: {},
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    })
    expect([status, gateway.identity.exchanges]).toEqual([403, 0])
  })

  test('answers GET requests from other sites but keeps their pages from reading the response', async () => {
    const { status, headers } = await gateway.ask('/api/campaigns/x', {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    })
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})
