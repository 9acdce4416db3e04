import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { eventually, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, defineConfig, defineService, describeService, routesOf, type StreamedFile, type UploadRequest } from '../index.ts'

const LIMIT = 3 * 1024 * 1024
const seen: { size: number; ended: boolean }[] = []

async function takeFile({ body, type, params }: UploadRequest) {
  const hash = createHash('sha256')
  const file = { size: 0, ended: false }
  seen.push(file)
  for await (const piece of body) {
    file.size += piece.length
    hash.update(piece)
  }
  file.ended = true
  return { size: file.size, digest: hash.digest('hex'), type, into: params.into }
}
async function giveFile() {
  return ({ start, end } = { start: 0, end: 6 }) => Readable.from([Buffer.from('one,two').subarray(start, end + 1)])
}
async function breakOff() {
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('one,')
        throw new Error('the disk is gone')
      })(),
    )
  return broken
}

const types = { types: ['image/png'], wrongType: 'media_type', tooLarge: 'media_too_large' } as const
const streamed = (open: StreamedFile['open']): Answer => ({
  body: undefined,
  file: { bytes: 7, open },
  headers: { 'Content-Type': 'text/plain' },
})
const { get, post, upload } = routesOf({
  'POST /files/:into': { output: z.unknown(), upload: true },
  'POST /open/:into': { output: z.unknown(), upload: true },
  'GET /files/some': {},
  'POST /whole': {},
  'GET /files/broken': {},
})
const files = defineService({
  name: 'files',
  config: defineConfig({}),
  routes: [
    upload('/files/:into', { role: 'brand', bodyLimit: LIMIT, run: takeFile, ...types }),
    upload('/open/:into', { role: 'visitor', bodyLimit: LIMIT, run: takeFile, ...types }),
    get('/files/some', { role: 'visitor', run: giveFile, answer: streamed, streams: 'A file.' }),
    post('/whole', { role: 'visitor', run: giveFile, answer: streamed, streams: 'A file.' }),
    get('/files/broken', { role: 'visitor', run: breakOff, answer: streamed, streams: 'A file.' }),
  ],
})
const app = await startService(files)
const brand = person('brand')
const put = (body: Buffer, headers: Record<string, string> = {}) =>
  app.as(brand).post('/files/logos', body, { headers: { 'content-type': 'image/png', ...headers } })

test('streams the body up to the limit', async () => {
  const body = randomBytes(LIMIT)
  const digest = createHash('sha256').update(body).digest('hex')
  expect(await put(body)).toMatchObject({ status: 201, body: { size: LIMIT, digest, type: 'image/png', into: 'logos' } })
})

test('refuses oversized bodies, with or without a declared length, and other content types', async () => {
  expect(await put(randomBytes(LIMIT + 1))).toMatchObject({ status: 413, body: { code: 'media_too_large' } })
  const chunked = await fetch(`${app.url}/open/logos`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: Readable.toWeb(Readable.from([randomBytes(LIMIT), Buffer.from('x')])),
    duplex: 'half',
  } as RequestInit)
  expect([chunked.status, ((await chunked.json()) as { code: string }).code]).toEqual([413, 'media_too_large'])
  expect(await put(Buffer.from('x'), { 'content-type': 'text/html' })).toMatchObject({ status: 415, body: { code: 'media_type' } })
  expect(await put(Buffer.from('x'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 })
})

test('refuses unauthorized uploads before reading the body', async () => {
  const before = seen.length
  expect(await app.as('creator').post('/files/logos', 'x', { headers: { 'content-type': 'image/png' } })).toMatchObject({ status: 403 })
  expect(await app.as('visitor').post('/files/logos', 'x', { headers: { 'content-type': 'image/png' } })).toMatchObject({ status: 401 })
  expect(seen).toHaveLength(before)
})

test('aborts the use case when the client disconnects', async () => {
  const before = seen.length
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const head = `POST /open/a HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n`
  socket.write(`${head}some`)
  await eventually(() => expect(seen[before]).toMatchObject({ size: 4 }))
  socket.destroy()
  await eventually(async () => expect(await (await fetch(`${app.url}/files/some`)).text()).toBe('one,two'))
  expect(seen[before]?.ended).toBe(false)
})

test('streams a response with its headers and closes the connection when the stream fails', async () => {
  const answer = await fetch(`${app.url}/files/some`)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/plain', 'one,two'])
  await expect(fetch(`${app.url}/files/broken`).then((broken) => broken.text())).rejects.toThrow()
})

test.each([
  ['bytes=0-2', 206, 'one', 'bytes 0-2/7'],
  ['bytes=4-', 206, 'two', 'bytes 4-6/7'],
  ['bytes=-3', 206, 'two', 'bytes 4-6/7'],
  ['bytes=4-99', 206, 'two', 'bytes 4-6/7'],
  ['bytes=9-', 200, 'one,two', null],
  ['bytes=3-2', 200, 'one,two', null],
  ['bytes=0-1,3-4', 200, 'one,two', null],
  ['lines=1-2', 200, 'one,two', null],
  ['bytes=-', 200, 'one,two', null],
])('responds to the range %s with status %i', async (range, status, text, contentRange) => {
  const answer = await fetch(`${app.url}/files/some`, { headers: { range } })
  expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([status, text, contentRange])
  expect(answer.headers.get('content-length')).toBe(String(text.length))
})

test('streams the whole file for POST requests, whatever range they ask for', async () => {
  const answer = await fetch(`${app.url}/whole`, { method: 'POST', headers: { range: 'bytes=0-2' } })
  expect([answer.status, await answer.text(), answer.headers.get('accept-ranges')]).toEqual([200, 'one,two', null])
})

test('does not open the file for HEAD requests', async () => {
  const answer = await fetch(`${app.url}/files/broken`, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-length'), answer.headers.get('accept-ranges')]).toEqual([200, '7', 'bytes'])
})

test('documents upload types and streamed responses', () => {
  const openapi = JSON.stringify(describeService(files).openapi)
  expect(openapi).toContain('"image/png":{"schema":{"type":"string","format":"binary"}}')
  expect(openapi).toContain('"200":{"description":"A file."}')
})
