import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync } from 'node:zlib'
import { sentenceOf } from '@reelfair/contracts'
import { eventually, person, startService } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign } from '../testing/a-campaign.ts'
import { image, noise, video } from '../testing/logos.ts'

const MB = 1024 * 1024
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void
const bufferBytes = () => process.memoryUsage().arrayBuffers
/** Collects garbage twice, because Node still counts the buffers that the latest collection is freeing. */
const liveBufferBytes = () => {
  collectGarbage()
  collectGarbage()
  return bufferBytes()
}
const folder = await mkdtemp(join(tmpdir(), 'media-test-'))
const sources = await mkdtemp(join(tmpdir(), 'media-sources-'))
afterAll(() => Promise.all([folder, sources].map((one) => rm(one, { recursive: true, force: true }))))
const app = await startService(campaigns, { env: { UPLOAD_FOLDER: folder } })
const png = await image('png')
const jpeg = await image('jpeg')
const webm = await video()

const send = (body: Buffer, type = 'image/png', brand = person('brand')) =>
  app.as(brand).post('/media', body, { headers: { 'content-type': type } })
const rows = (name: string) => app.context().connection.collection(name).countDocuments()
const kept = async () => ({
  media: await rows('media'),
  files: await rows('media.files'),
  chunks: await rows('media.chunks'),
  temporary: (await readdir(folder)).length,
})
const crc = (bytes: Buffer) => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}
/** Creates a black image that claims the given dimensions but has only `lines` bytes of pixel data. */
const blackPng = (width: number, height: number, lines: number) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(lines))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([png.subarray(0, 8), ...parts])
}

const commented = (words: Buffer, marker = 0xfe) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(words.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, words, jpeg.subarray(2)])
}
const worded = (name: string, words: string) =>
  Buffer.concat([png.subarray(0, 33), chunk(name, Buffer.from(words, 'latin1')), png.subarray(33)])
const padded = (bytes: Buffer) => Buffer.concat([Buffer.from([0xec, 0x80 | bytes.length]), bytes])

test.each([
  ['PNG', png, 'image/png', { kind: 'image' }],
  ['JPG', jpeg, 'image/jpeg', { kind: 'image' }],
  ['WEBM of 15 s', webm, 'video/webm', { kind: 'webm', durationS: 15 }],
  ['progressive JPG of noise', await noise('jpeg', { progressive: true }), 'image/jpeg', { kind: 'image' }],
  ['JPG with camera metadata', commented(Buffer.from('Exif\0\0 <x:xmpmeta> Lea & Co, 5 < 6'), 0xe1), 'image/jpeg', {}],
  ['PNG of noise with metadata', await noise('png', {}), 'image/png', { kind: 'image' }],
])('returns an uploaded 1072×250 %s unchanged, with headers that prevent type guessing', async (_, file, type, facts) => {
  const brand = person('brand')
  const { status, body } = await send(file, type, brand)
  expect({ status, ...body }).toMatchObject({ status: 201, type, width: 1072, height: 250, bytes: file.length, ...facts })
  const answer = await app.as(brand).get(`/media/${body.id}`)
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-length': String(file.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringContaining('inline'),
  })
  const part = await app.as(brand).get(`/media/${body.id}`, {}, { headers: { range: 'bytes=1-3' } })
  expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([206, `bytes 1-3/${file.length}`, '3'])
  expect((await app.as(brand).get(`/media/${body.id}`, { download: '1' })).headers['content-disposition']).toMatch(
    /^attachment; filename="logo\./,
  )
  const chunks = await app.context().connection.collection('media.chunks').find({ files_id: body.id }).sort({ n: 1 }).toArray()
  expect(Buffer.concat(chunks.map(({ data }) => Buffer.from(data.buffer))).equals(file)).toBe(true)
})

/** Streams the file from disk in parts of 1 MB, because fetch would hold the entire file in memory. */
async function sendFile(path: string, onPart: () => void): Promise<{ status: number | undefined; body: unknown }> {
  const { size } = await stat(path)
  const headers = { ...(await headersOf()), 'content-type': 'video/webm', 'content-length': size }
  const outgoing = request(`${app.url}/media`, { method: 'POST', headers })
  const [[incoming]] = await Promise.all([
    once(outgoing, 'response'),
    pipeline(createReadStream(path, { highWaterMark: MB }).on('data', onPart), outgoing),
  ])
  return { status: incoming.statusCode, body: await json(incoming) }
}

test('accepts a file of exactly 40 MB without holding it in memory, and rejects a larger one', { timeout: 60_000 }, async () => {
  const frames = await video({ frameBytes: 200_000 })
  const path = join(sources, 'large.webm')
  const paddingHead = Buffer.from([0xec, 0x01, 0, 0, 0, 0, 0, 0, 0])
  paddingHead.writeUIntBE(40 * MB - frames.length - paddingHead.length, 3, 6)
  await writeFile(path, Buffer.concat([frames, paddingHead]))
  await truncate(path, 40 * MB)

  const limit = liveBufferBytes() + 20 * MB
  const samples: number[] = []
  // A full collection takes up to a second, so it runs only if collecting young buffers leaves too much memory in use.
  const sample = () => {
    if (bufferBytes() >= limit) collectGarbage({ type: 'minor' })
    samples.push(bufferBytes() < limit ? bufferBytes() : liveBufferBytes())
  }
  const sampling = setInterval(sample, 200)
  expect(await sendFile(path, sample)).toMatchObject({ status: 201, body: { bytes: 40 * MB } })
  clearInterval(sampling)
  expect(samples.length).toBeGreaterThanOrEqual(40)
  expect(Math.max(...samples)).toBeLessThan(limit)

  await truncate(path, 40 * MB + 1)
  expect(await send(await readFile(path), 'video/webm')).toMatchObject({ status: 413, body: { code: 'media_too_large' } })
})

test('rejects each invalid file with the matching error code and stores nothing', { timeout: 60_000 }, async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1072" height="250"><script>alert(1)</script></svg>')
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100), Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
  const mkv = Buffer.from(webm)
  mkv.set(Buffer.from('mkvv'), mkv.indexOf('webm'))
  const before = await kept()
  const hostile: readonly [string, Buffer, string, string][] = [
    ['an empty file', Buffer.alloc(0), 'image/png', 'media_type'],
    ['an HTML page', Buffer.from('<html><script>alert(1)</script>'), 'image/png', 'media_type'],
    ['an SVG with a script, sent as PNG', svg, 'image/png', 'media_type'],
    ['an SVG with a script', svg, 'image/svg+xml', 'media_type'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000'), 'image/gif', 'media_type'],
    ['a WEBP', await image('webp'), 'image/png', 'media_type'],
    ['a JPG sent as PNG', jpeg, 'image/png', 'media_type'],
    ['a WEBM sent as PNG', webm, 'image/png', 'media_type'],
    ['a PNG sent as WEBM', png, 'video/webm', 'media_type'],
    ['a Matroska video', mkv, 'video/webm', 'media_type'],
    ['one pixel too narrow', await image('png', { width: 1071 }), 'image/png', 'media_dimensions'],
    ['one pixel too wide', await image('jpeg', { width: 1073 }), 'image/jpeg', 'media_dimensions'],
    ['one pixel too low', await image('png', { height: 249 }), 'image/png', 'media_dimensions'],
    ['a video one pixel too high', await video({ height: 251 }), 'video/webm', 'media_dimensions'],
    ['an image too large for memory', blackPng(60_000, 60_000, 4 * MB), 'image/png', 'media_dimensions'],
    ['an image with missing lines', blackPng(1072, 250, 100), 'image/png', 'media_image_unreadable'],
    ['half a PNG', png.subarray(0, png.length / 2), 'image/png', 'media_image_unreadable'],
    ['half a JPG', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', 'media_image_unreadable'],
    ['a PNG without its last byte', png.subarray(0, -1), 'image/png', 'media_image_unreadable'],
    ['a PNG that is also an archive', Buffer.concat([png, zip]), 'image/png', 'media_image_unreadable'],
    ['a JPG that is also an archive', Buffer.concat([jpeg, zip]), 'image/jpeg', 'media_image_unreadable'],
    ['a video that is also an archive', Buffer.concat([webm, zip]), 'video/webm', 'media_video_unreadable'],
    ['a video with an archive as padding', Buffer.concat([webm, padded(zip)]), 'video/webm', 'media_video_unreadable'],
    [
      'a JPG that is also an archive and ends as a JPG',
      Buffer.concat([jpeg, zip, jpeg.subarray(-2)]),
      'image/jpeg',
      'media_image_unreadable',
    ],
    ['two JPGs in one file', Buffer.concat([jpeg, jpeg]), 'image/jpeg', 'media_image_unreadable'],
    ['a JPG with a byte after its end', Buffer.concat([jpeg, Buffer.alloc(1)]), 'image/jpeg', 'media_image_unreadable'],
    ['a JPG whose comment is an archive', commented(zip), 'image/jpeg', 'media_image_unreadable'],
    ['a JPG whose comment is a page', commented(Buffer.from('*/<SCRIPT>alert(1)//')), 'image/jpeg', 'media_image_unreadable'],
    ['a JPG that is also a document', commented(Buffer.from('%PDF-1.7\n1 0 obj')), 'image/jpeg', 'media_image_unreadable'],
    ['a JPG with PHP in its metadata', commented(Buffer.from('<?php system($_GET[0]);'), 0xed), 'image/jpeg', 'media_image_unreadable'],
    ['a JPG without pixels', Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(-2)]), 'image/jpeg', 'media_image_unreadable'],
    ['a PNG whose text is a page', worded('tEXt', 'Comment\0<html><script>'), 'image/png', 'media_image_unreadable'],
    ['a PNG whose own chunk is an archive', worded('abCd', zip.toString('latin1')), 'image/png', 'media_image_unreadable'],
    ['a PNG that is also a document', worded('iTXt', '%PDF-1.4'), 'image/png', 'media_image_unreadable'],
    ['half a video', webm.subarray(0, webm.length / 2), 'video/webm', 'media_video_unreadable'],
    ['the beginning of a video', webm.subarray(0, 60), 'video/webm', 'media_video_unreadable'],
    ['a video of 14.7 s', await video({ seconds: 14.7 }), 'video/webm', 'media_too_short'],
  ]
  const answered: [string, string][] = []
  for (const [name, file, type] of hostile) answered.push([name, (await send(file, type)).body.code])
  expect(answered).toEqual(hostile.map(([name, , , code]) => [name, code]))
  expect(await kept()).toEqual(before)
})

test('rejects files with the specified messages', async () => {
  const french = await app.as(person('brand')).post('/media', await image('png', { width: 1 }), {
    headers: { 'content-type': 'image/png', 'accept-language': 'fr' },
  })
  expect(french.body.detail).toBe(sentenceOf('media_dimensions', {}, 'fr'))
  expect((await send(Buffer.from('x'))).body.detail).toBe('Unsupported file type. Allowed: PNG, JPG (image) or WEBM (video).')
})

test('stores nothing when an upload is interrupted', async () => {
  const before = await kept()
  const { authorization } = await headersOf()
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const head = [
    'POST /media HTTP/1.1',
    'Host: a',
    `Authorization: ${authorization}`,
    'Content-Type: image/png',
    `Content-Length: ${png.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(png.subarray(0, 100))
  await eventually(async () => expect((await kept()).temporary).toBe(before.temporary + 1))
  socket.destroy()
  await eventually(async () => expect(await kept()).toEqual(before))
})

test('replaces the oldest of a brand’s 20 unused logos but never one that its draft or a campaign uses', {
  timeout: 60_000,
}, async () => {
  const brand = person('brand')
  const upload = async (): Promise<string> => (await send(png, 'image/png', brand)).body.id
  const [used, drafted, oldest, young] = [await upload(), await upload(), await upload(), await upload()]
  await aCampaign(app, { brand, mediaId: used })
  await app.as(brand).put('/drafts/current', { step: 3, mediaId: drafted })
  const { connection } = app.context()
  const media = connection.collection('media')
  const at = (id: string, keepUntil: number) => media.updateOne({ _id: id as never }, { $set: { keepUntil: new Date(keepUntil) } })
  const soon = app.clock.now().getTime() + 3_600_000
  await at(drafted, soon)
  await at(oldest, soon + 1)
  const { _id, ...like } = (await media.findOne({ _id: young as never })) ?? expect.unreachable('logo not stored')
  await media.insertMany(Array.from({ length: 17 }, () => ({ ...like, _id: crypto.randomUUID() as never })))
  const isThere = async (id: string) => ({
    row: await media.countDocuments({ _id: id as never }),
    file: await connection.collection('media.files').countDocuments({ _id: id as never }),
    chunks: Math.min(1, await connection.collection('media.chunks').countDocuments({ files_id: id })),
  })
  expect(await isThere(oldest)).toEqual({ row: 1, file: 1, chunks: 1 })
  expect((await send(Buffer.from('x'), 'image/png', brand)).body.code).toBe('media_type')
  expect(await isThere(oldest)).toEqual({ row: 1, file: 1, chunks: 1 })
  const { status, body } = await send(png, 'image/png', brand)
  expect(status).toBe(201)
  expect(await isThere(oldest)).toEqual({ row: 0, file: 0, chunks: 0 })
  for (const id of [used, drafted, young, body.id]) expect(await isThere(id)).toEqual({ row: 1, file: 1, chunks: 1 })
  expect(await media.countDocuments({ brandId: brand.id, keepUntil: { $exists: true } })).toBe(20)
  expect((await Promise.all([send(png, 'image/png', brand), send(png, 'image/png', brand)])).map((one) => one.status)).toEqual([201, 201])
  expect(await isThere(drafted)).toEqual({ row: 1, file: 1, chunks: 1 })
})

/** Returns the authorization header that the test clients send. */
async function headersOf(): Promise<{ authorization: string }> {
  const sent = Promise.withResolvers<string>()
  const { createServer } = await import('node:http')
  const { clientsOf } = await import('@reelfair/testkit')
  const server = createServer((request, response) => {
    sent.resolve(request.headers.authorization ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  await clientsOf(`http://127.0.0.1:${address.port}`)(person('brand')).get('/')
  server.close()
  return { authorization: await sent.promise }
}
