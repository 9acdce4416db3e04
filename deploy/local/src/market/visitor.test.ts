import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { visit } from './visitor.ts'

/** Status codes of the next responses. All later responses have status 204. */
let answers: number[] = []
const requests: string[] = []
const server = createServer((req, res) => {
  if (req.url === '/api/identity/sessions') return void res.writeHead(200, { 'set-cookie': 's=1; Path=/' }).end('{"id":"1"}')
  requests.push(req.method ?? '')
  res.writeHead(answers.shift() ?? 204).end()
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => void requests.splice(0))
afterAll(() => server.close())

test('retries GET and PUT on 503, but not POST', async () => {
  const visitor = await visit(url, 'a@b.example', 'correct horse')
  answers = [503, 503]
  await visitor.get('/credits')
  expect(requests.splice(0)).toEqual(['GET', 'GET', 'GET'])
  answers = [503]
  await visitor.put('/profile', {})
  expect(requests.splice(0)).toEqual(['PUT', 'PUT'])
  answers = [503]
  await expect(visitor.post('/campaigns', {})).rejects.toThrow('POST /api/campaigns returned 503')
  answers = [409]
  await expect(visitor.get('/credits')).rejects.toThrow('returned 409')
  expect(requests).toEqual(['POST', 'GET'])
})

test('ignores status 401 when signing out', async () => {
  const visitor = await visit(url, 'a@b.example', 'correct horse')
  answers = [503, 401]
  await visitor.signOut()
  expect(requests).toEqual(['DELETE', 'DELETE'])
  answers = [403]
  await expect(visitor.signOut()).rejects.toThrow('returned 403')
})
