import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cacheControlOf, encodingsOf } from './serve-file.ts'
import { makeFolder } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

const build = () =>
  makeFolder({
    'mf-manifest.json': '{"name":"creator"}',
    'remoteEntry.0123456789abcdef.js': 'plain',
    'remoteEntry.0123456789abcdef.js.br': 'brotli',
    'remoteEntry.0123456789abcdef.js.gz': 'gzip',
    'static/js/async/12.abcdef12.js': '',
    'static/js/async/12.abcdef12.js.map': '{}',
    '.env.js': 'SECRET',
    'folder.js/x.css': 'a{}',
    'notes.pdf': 'x',
  })

const started = async () => {
  const folder = await build()
  return { folder, gateway: await startGateway({ env: { REMOTE_CREATOR: folder } }) }
}

const shared = await started()

describe('build files', () => {
  const ENTRY = '/remotes/creator/remoteEntry.0123456789abcdef.js'

  test.each([
    ['br, gzip', 'brotli', 'br'],
    ['gzip, deflate, br;q=0', 'gzip', 'gzip'],
    ['deflate', 'plain', undefined],
    [undefined, 'plain', undefined],
  ])('serves the best encoding for Accept-Encoding %s', async (accepted, text, encoding) => {
    const { gateway } = shared
    const answer = await gateway.ask(ENTRY, { headers: accepted ? { 'accept-encoding': accepted } : {} })
    expect([answer.status, answer.text, answer.headers['content-encoding']]).toEqual([200, text, encoding])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
  })

  test('returns 304 for an unchanged file without a hash in its name', async () => {
    const { gateway, folder } = await started()
    const first = await gateway.ask('/remotes/creator/mf-manifest.json')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await gateway.ask('/remotes/creator/mf-manifest.json', { headers: { 'if-none-match': `W/"x", ${first.headers.etag}` } })
    expect([again.status, again.bytes.length, again.headers['cache-control']]).toEqual([304, 0, 'no-cache'])

    await writeFile(join(folder, 'mf-manifest.json'), '{"name":"redeployed"}')
    const redeployed = await gateway.ask('/remotes/creator/mf-manifest.json', { headers: { 'if-none-match': first.headers.etag! } })
    expect([redeployed.status, redeployed.json]).toEqual([200, { name: 'redeployed' }])
  })

  test('responds to HEAD for a file without sending its body', async () => {
    const { gateway } = shared
    const { status, headers, bytes } = await gateway.ask(ENTRY, { method: 'HEAD' })
    expect([status, headers['content-length'], bytes.length]).toEqual([200, '5', 0])
  })

  test('serves an empty file', async () => {
    const { gateway } = shared
    const { status, bytes } = await gateway.ask('/remotes/creator/static/js/async/12.abcdef12.js')
    expect([status, bytes.length]).toEqual([200, 0])
  })

  test('ignores a Range header and serves the complete file', async () => {
    const { gateway } = shared
    const { status, text } = await gateway.ask(ENTRY, { headers: { range: 'bytes=5-2' } })
    expect([status, text]).toEqual([200, 'plain'])
  })

  test.each([
    '/remotes/creator/missing.js',
    '/remotes/creator/',
    '/remotes/creator',
    '/remotes/',
    '/remotes/creator/static',
    '/remotes/creator/folder.js',
    '/remotes/creator/.env.js',
    '/remotes/creator/..%2fcreator/mf-manifest.json',
    '/remotes/creator/../mf-manifest.json',
    '/remotes/creator/static/js/async/12.abcdef12.js.map',
    '/remotes/creator/remoteEntry.0123456789abcdef.js.br',
    '/remotes/creator/notes.pdf',
    '/remotes/creator/mf-manifest.json/',
    '/remotes/creator/mf-manifest.json/x.js',
    '/remotes/unknown/mf-manifest.json',
    '/remotes/constructor/mf-manifest.json',
    '/assets/missing.js',
    '/static/js/missing.js',
    `/remotes/creator/${'a'.repeat(300)}.js`,
  ])('answers %s with 404, never with a page', async (path) => {
    const { gateway } = shared
    const { status, json, headers } = await gateway.ask(path, { headers: { accept: 'text/html,*/*' } })
    expect([status, json?.code]).toEqual([404, 'not_found'])
    expect(headers['cache-control']).toBe('no-store')
  })

  test('keeps serving the other apps while one app’s folder is missing', async () => {
    const { gateway, folder } = await started()
    await rm(folder, { recursive: true })
    expect((await gateway.ask(ENTRY)).status).toBe(404)
    expect((await gateway.ask('/remotes/brand/mf-manifest.json')).json).toEqual({ name: 'brand' })
    await mkdir(folder)
    await writeFile(join(folder, 'remoteEntry.0123456789abcdef.js'), 'back')
    expect((await gateway.ask(ENTRY)).text).toBe('back')
  })

  test('rejects POST, PUT and DELETE for files', async () => {
    const { gateway } = await started()
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await gateway.ask('/remotes/creator/mf-manifest.json', { method })).status).toBe(405)
  })
})

describe('cacheControlOf', () => {
  test.each([
    ['index.0123456789.js', true],
    ['async/12.abcdef12.js', true],
    ['index.0123456789.css.map', true],
    ['mf-manifest.json', false],
    ['index.1234567.js', false],
    ['index.js', false],
    ['deadbeef.js', false],
  ])('marks %s as immutable: %s', (name, isImmutable) => {
    expect(cacheControlOf(`/${name}`).includes('immutable')).toBe(isImmutable)
  })
})

describe('encodingsOf', () => {
  test.each([
    ['', []],
    ['gzip', ['gzip']],
    ['gzip, br', ['br', 'gzip']],
    ['br;q=0.0, gzip;q=0.5', ['gzip']],
    ['xbr', []],
  ])('reads the accepted encodings from %j', (header, names) => {
    expect(encodingsOf(header).map(({ name }) => name)).toEqual(names)
  })
})
