import { refuse } from '@reelfair/contracts'
import { startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { defineConfig, defineService, describeService, type RawRequest, webhook } from '../index.ts'

const seen: RawRequest[] = []

async function receiveMessage(input: RawRequest) {
  if (input.headers['x-signed'] === 'wrong') refuse('bad_signature')
  seen.push(input)
}

const listener = defineService({
  name: 'listener',
  config: defineConfig({}),
  routes: [webhook('/webhooks/:from', { signatureHeader: 'x-signed', run: receiveMessage, bodyLimit: 64 })],
})
const app = await startService(listener)

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/webhooks/stripe`, { method: 'POST', body, headers: { 'content-type': 'text/anything', ...headers } })

test('passes on the raw body and the signature header, but no other headers', async () => {
  const body = '{ "not": "read",\n "é": 1 '
  expect((await send(body, { 'x-signed': 't=1,v1=2', cookie: 'a=b', 'stripe-signature': '1' })).status).toBe(204)
  expect(seen).toEqual([{ body: Buffer.from(body), headers: { 'x-signed': 't=1,v1=2' }, params: { from: 'stripe' } }])
})

test('accepts a body of the maximum size and refuses larger, compressed or incorrectly signed ones', async () => {
  expect((await send('x'.repeat(64))).status).toBe(204)
  expect((await send('x'.repeat(65))).status).toBe(413)
  expect((await send('x', { 'content-encoding': 'gzip' })).status).toBe(415)
  const refused = await send('x', { 'x-signed': 'wrong' })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, 'bad_signature'])
})

test('accepts a burst of messages from one address', async () => {
  const statuses = new Set<number>()
  for (let sent = 0; sent < 1_000; sent += 50) for (const { status } of await Promise.all(times(50, () => send('x')))) statuses.add(status)
  expect([...statuses]).toEqual([204])
})

test('documents that the body consists of raw bytes', () => {
  const { openapi, tables } = describeService(listener)
  expect(JSON.stringify(openapi)).toContain('Raw bytes')
  expect(tables).toContain('| signature |')
})
