import { randomUUID } from 'node:crypto'
import { refuse } from '@reelfair/contracts'
import { clientsOf, testSecrets } from '@reelfair/testkit'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { inProcessBus } from '../bus/in-process.ts'
import { defineService } from '../define.ts'
import { createLog } from '../log.ts'
import { startService } from '../start-service.ts'
import { nameRoute } from './app.ts'

async function startEdge() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('test', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const bus = inProcessBus({ log })
  const stopped: string[] = []
  const edge = defineService({
    name: 'edge',
    config: {},
    edge: ({ server, onStop }) => {
      onStop(() => void stopped.push(server.listening ? 'still listening' : 'closed'))
      const router = express.Router()
      router.get('/pages/:name', (request, response) => {
        nameRoute(response, '/pages/:name', 'somebody')
        response.json({ requestId: request.headers['x-request-id'] })
      })
      router.get('/refused', () => refuse('foreign_origin'))
      router.get('/broken', async () => Promise.reject(new Error('a bug of the edge')))
      router.get('/metrics', (_, response) => {
        response.status(403).end()
      })
      return router
    },
  })
  const service = await startService(edge, { env: testSecrets, bus, log })
  onTestFinished(async () => {
    await service.stop()
    await bus.close()
  })
  return { service, stopped, lines, visitor: clientsOf(service.url)('visitor') }
}

test('assigns a new request id and logs one line with the route pattern', async () => {
  const { visitor, lines } = await startEdge()
  const theirs = randomUUID()
  const { body, headers } = await visitor.get('/pages/secret-name', undefined, { headers: { 'x-request-id': theirs } })
  expect(body.requestId).toBe(headers['x-request-id'])
  expect(body.requestId).not.toBe(theirs)
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request answered')).toHaveLength(1)
  expect(lines.find(({ msg }) => msg === 'request answered')).toMatchObject({
    route: '/pages/:name',
    actorId: 'somebody',
    requestId: body.requestId,
  })
  expect(JSON.stringify(lines)).not.toContain('secret-name')
})

test('handles refusals and bugs in the edge like those in a service', async () => {
  const { visitor, lines } = await startEdge()
  expect(await visitor.get('/refused')).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
  const { status, body, headers } = await visitor.get('/broken')
  expect([status, body.code, body.requestId]).toEqual([500, 'internal', headers['x-request-id']])
  expect(lines.filter(({ msg }) => msg === 'request failed unexpectedly')).toMatchObject([
    { requestId: body.requestId, error: { message: 'a bug of the edge' } },
  ])
  expect(await visitor.get('/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('mounts the edge before the operator routes, which the edge guards', async () => {
  const { visitor } = await startEdge()
  expect((await visitor.get('/metrics')).status).toBe(403)
  expect((await visitor.get('/healthz')).status).toBe(200)
})

test('stops the edge before closing its server', async () => {
  const { service, stopped } = await startEdge()
  await service.stop()
  expect(stopped).toEqual(['still listening'])
})
