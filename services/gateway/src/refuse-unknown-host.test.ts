import { describe, expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const local = await startGateway()
const world = await startGateway({
  env: {
    PUBLIC_ORIGIN: 'https://reelfair.example',
    ALLOWED_HOSTS: 'www.reelfair.example, 10.0.0.7',
    METRICS_TOKEN: 'figures-for-prometheus',
  },
})

describe('the gateway', () => {
  test.each([
    ['localhost:4000', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:4000', 200],
    ['LOCALHOST', 200],
    ['localhost.evil.example:4000', 421],
    ['evil.example', 421],
    ['localhost:4000:4000', 421],
    ['localhost:4000, evil.example', 421],
  ])('on this machine answers a request for %j with %d', async (host, status) => {
    expect((await local.ask('/remotes.json', { headers: { host } })).status).toBe(status)
  })

  test.each([
    ['reelfair.example', 200],
    ['reelfair.example:443', 200],
    ['www.reelfair.example', 200],
    ['10.0.0.7:8080', 200],
    ['127.0.0.1', 421],
    ['localhost', 421],
    ['api.reelfair.example', 421],
  ])('of reelfair.example answers a request for %j with %d', async (host, status) => {
    expect((await world.ask('/remotes.json', { headers: { host } })).status).toBe(status)
  })

  test.each(['/', '/api/identity/session', '/api/live', '/webhooks/stripe/platform', '/remotes/creator/mf-manifest.json'])(
    'refuses an unknown host on %s with a code, in the language of the reader',
    async (path) => {
      const headers = { host: 'evil.example', 'accept-language': 'fr' }
      const { status, json } = await world.ask(path, { headers })
      expect([status, json.code, json.detail]).toEqual([421, 'unknown_host', 'Ce site ne répond pas à cette adresse. Vérifiez le lien.'])
    },
  )

  test('answers probes and collectors of a cluster, which name the address of a pod', async () => {
    const authorization = 'Bearer figures-for-prometheus'
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await world.ask(path, { headers: { host: '10.1.2.3:8080', authorization } })).status, path).toBe(200)
  })
})
