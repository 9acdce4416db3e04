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

describe('host check', () => {
  test.each([
    ['localhost:4000', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:4000', 200],
    ['LOCALHOST', 200],
    ['localhost.evil.example:4000', 421],
    ['evil.example', 421],
    ['localhost:4000:4000', 421],
    ['localhost:4000, evil.example', 421],
  ])('answers a request for the host %j with %d when the gateway runs locally', async (host, status) => {
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
  ])('answers a request for the host %j with %d when the public origin is reelfair.example', async (host, status) => {
    expect((await world.ask('/remotes.json', { headers: { host } })).status).toBe(status)
  })

  test.each(['/', '/api/identity/session', '/api/live', '/webhooks/stripe/platform', '/remotes/creator/mf-manifest.json'])(
    'rejects an unknown host on %s with an error code and a message in the user’s language',
    async (path) => {
      const headers = { host: 'evil.example', 'accept-language': 'fr' }
      const { status, json } = await world.ask(path, { headers })
      expect([status, json.code, json.detail]).toEqual([
        421,
        'unknown_host',
        'Ce site n’est pas disponible à cette adresse. Vérifiez le lien.',
      ])
    },
  )

  test('answers cluster probes and metrics collectors that send a pod’s address as the host', async () => {
    const authorization = 'Bearer figures-for-prometheus'
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await world.ask(path, { headers: { host: '10.1.2.3:8080', authorization } })).status, path).toBe(200)
  })
})
