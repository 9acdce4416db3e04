import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { SETTING_DEFAULTS } from '@reelfair/contracts/setting-defaults'
import { figurePlace } from '@reelfair/rules/figures'
import { movableClock } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { listenTo } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

const shared = await startGateway()
type Headers = Readonly<Record<string, string>>

const open = async (path: string, headers: Headers = {}) => {
  const { status, headers: got, text } = await shared.ask(path, { headers })
  return { status, location: got.location, headers: got, text }
}
const FRENCH = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' }

describe('the language of the landing page', () => {
  test.each<[string, Headers, string | undefined]>([
    ['/', {}, undefined],
    ['/', { 'accept-language': 'en-GB' }, undefined],
    ['/', { 'accept-language': 'de-DE,de;q=0.9' }, undefined],
    ['/', FRENCH, '/fr'],
    ['/', { 'accept-language': 'en;q=0.4, fr;q=0.8' }, '/fr'],
    ['/', { ...FRENCH, cookie: '__Host-locale=en' }, undefined],
    ['/', { 'accept-language': 'en-GB', cookie: 'a=b; __Host-locale=fr' }, '/fr'],
    ['/?role=creator', FRENCH, '/fr?role=creator'],
    ['/?role=admin&x=//evil.example', FRENCH, '/fr'],
    // The path names the language explicitly.
    ['/fr', { 'accept-language': 'en-GB', cookie: '__Host-locale=en' }, undefined],
  ])('redirects %s with %o to %s', async (path, headers, expected) => {
    const { status, location, text } = await open(path, headers)
    expect([status, location]).toEqual(expected ? [302, expected] : [200, undefined])
    if (!expected) expect(text).toContain(path === '/fr' ? 'fr-brand' : 'en-brand')
  })

  test.each([
    ['/?role=creator', 'en-creator'],
    ['/?role=brand', 'en-brand'],
    ['/fr?role=creator', 'fr-creator'],
    ['/fr?role=nobody', 'fr-brand'],
  ])('serves %s from %s', async (path, name) => {
    expect((await open(path)).text).toContain(`<body>${name}<`)
  })

  test.each([
    ['/?lang=en&role=creator', FRENCH, 'en', '/?role=creator'],
    ['/fr?lang=en', { cookie: '__Host-locale=fr' }, 'en', '/'],
    ['/?role=brand&lang=fr', {}, 'fr', '/fr?role=brand'],
  ])('remembers the language chosen by a link without scripts: %s', async (path, headers, locale, expected) => {
    const { status, location, headers: got } = await open(path, headers)
    expect([status, location]).toEqual([302, expected])
    expect(got['set-cookie']).toEqual([`__Host-locale=${locale}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`])
    expect(got['cache-control']).toBe('no-store')
  })

  test('ignores an unknown language', async () => {
    const { status, headers } = await open('/?lang=de')
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
  })
})

describe('signed-in users', () => {
  test.each([
    ['creator', true, '/dashboard'],
    ['brand', true, '/brand-dashboard'],
    ['brand', false, '/brand/form'],
    ['admin', true, '/admin'],
  ] as const)('redirects a %s (complete: %s) to %s', async (role, complete, home) => {
    const { cookie } = shared.signIn(role, { complete })
    for (const path of ['/', '/fr', '/?role=creator&lang=fr']) {
      const { status, location, headers, text } = await open(path, { cookie, ...FRENCH })
      expect([status, location]).toEqual([302, home])
      expect(headers['cache-control']).toBe('no-store')
      expect(text).not.toContain('brand<')
    }
  })

  test('shows the landing page after the session has ended, and while identity does not respond', async () => {
    expect((await open('/', { cookie: `__Host-session=${'x'.repeat(43)}` })).status).toBe(200)
    const gateway = await startGateway()
    const { cookie } = gateway.signIn('brand')
    gateway.identity.beforeAnswer = () => new Promise(() => undefined)
    expect((await gateway.ask('/', { headers: { cookie } })).status).toBe(200)
  })
})

describe('the landing page as a file', () => {
  test('fills in the public address, and nothing else', async () => {
    const { text, headers } = await open('/')
    expect(text).toContain('<link rel="canonical" href="http://localhost:4000/">')
    expect(text).toContain('{{unknown}}')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await open('/robots.txt')).text).toBe('Sitemap: http://localhost:4000/sitemap.xml\n')
    const map = await open('/sitemap.xml')
    expect([map.text, map.headers['content-type']]).toEqual(['<loc>http://localhost:4000/</loc>', 'application/xml; charset=utf-8'])
  })

  test('is sent compressed, with an ETag for each encoding, and revalidated on each visit', async () => {
    const plain = await shared.ask('/')
    expect(plain.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, Accept-Encoding' })
    const tags = new Set([plain.headers.etag])
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await shared.ask('/', { headers: { 'accept-encoding': encoding } })
      expect(headers['content-encoding']).toBe(encoding)
      expect(Number(headers['content-length'])).toBe(bytes.length)
      expect(unpack(bytes).toString()).toBe(plain.text)
      tags.add(headers.etag)
      const again = await shared.ask('/', { headers: { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) } })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag])
      expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
    }
    expect(tags.size).toBe(3)
  })

  test('allows exactly its own inline script and style', async () => {
    const { headers } = await open('/')
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self' ${hash('theme()')}; style-src 'self' ${hash('p{color:red}')}; connect-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )
  })

  test('answers HEAD with headers only, and rejects POST', async () => {
    const head = await shared.ask('/', { method: 'HEAD' })
    expect([head.status, head.bytes.length, Number(head.headers['content-length']) > 100]).toEqual([200, 0, true])
    expect((await shared.ask('/fr', { method: 'POST', body: {} })).status).toBe(405)
  })

  test('picks up a deployment without a restart, and returns 503 while the page is missing', async () => {
    const gateway = await startGateway()
    const file = join(gateway.folders.SHELL_APP!, 'landing/en-brand.html')
    const before = await gateway.ask('/')
    await writeFile(file, 'new')
    const after = await gateway.ask('/', { headers: { 'if-none-match': String(before.headers.etag) } })
    expect([after.status, after.text]).toEqual([200, 'new'])
    await rm(file)
    expect(await gateway.ask('/')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  })

  test('comes from the shell’s web server, if it has one', async () => {
    const { url, close } = await listenTo((req, res) => void res.end(req.url === '/base/landing/fr-brand.html' ? '{{origin}}' : 'other'))
    const gateway = await startGateway({ env: { SHELL_APP: `${url}/base` } })
    expect((await gateway.ask('/fr')).text).toBe('http://localhost:4000')
    await close()
    expect((await gateway.ask('/fr')).json.code).toBe('unavailable')
  })

  test('is the same for 30 concurrent first visits', async () => {
    const gateway = await startGateway()
    const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.ask('/', { headers: { 'accept-encoding': 'br' } })))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
  })
})

describe('prices and rates', () => {
  const SETTINGS = {
    packages: SETTING_DEFAULTS.packages,
    rateCard: { ...SETTING_DEFAULTS.rate_card, validFrom: '2025-08-23' },
    reviewHours: 72,
  }
  const withStarterAt = (priceCents: number) => ({
    ...SETTINGS,
    packages: SETTINGS.packages.map((one) => (one.id === 'starter' ? { ...one, priceCents } : one)),
  })
  const html = `<p data-rate="${figurePlace('campaign-cents')}">${figurePlace('price:starter')}, ${figurePlace('review-hours')}</p>`
  const openWith = async (answer: (res: ServerResponse) => unknown) => {
    const clock = movableClock()
    const identity: RequestListener = (req, res) => void (req.url === '/public-settings' ? answer(res) : res.end('{}'))
    const gateway = await startGateway({ services: { identity }, clock })
    for (const locale of ['en', 'fr']) await writeFile(join(gateway.folders.SHELL_APP!, `landing/${locale}-brand.html`), html)
    return { clock, gateway, text: async (path = '/') => (await gateway.ask(path)).text }
  }

  test('are current in the HTML itself, in both languages, a minute after they change', async () => {
    let settings: object = SETTINGS
    const { clock, gateway, text } = await openWith((res) => res.end(JSON.stringify(settings)))
    expect(await text()).toBe('<p data-rate="10">€3, 72\u00a0hours</p>')
    const before = await gateway.ask('/', { headers: { 'accept-encoding': 'br' } })
    settings = { ...withStarterAt(450), rateCard: { ...SETTINGS.rateCard, campaignCentsPer1000: 11 }, reviewHours: 48 }
    clock.advance({ seconds: 61 })
    expect(await text()).toBe('<p data-rate="11">€4.50, 48\u00a0hours</p>')
    expect(await text('/fr')).toBe('<p data-rate="11">4,50\u00a0€, 48\u00a0heures</p>')
    // Not the old page that the browser or the gateway has cached.
    const after = await gateway.ask('/', { headers: { 'accept-encoding': 'br', 'if-none-match': String(before.headers.etag) } })
    expect([after.status, brotliDecompressSync(after.bytes).toString()]).toEqual([200, await text()])
  })

  test('wait for a slow response', async () => {
    const { text } = await openWith((res) => setTimeout(() => res.end(JSON.stringify(withStarterAt(400))), 50))
    expect(await text()).toContain('€4,')
  })

  test.each([
    ['fails', 2, (res: ServerResponse) => res.writeHead(503).end()],
    ['does not respond', 2, () => undefined],
    ['sends an invalid response', 61, (res: ServerResponse) => res.end('{"packages":1}')],
  ])('are dashes while identity %s after a start, and the last known values once it has responded', async (_, seconds, fail) => {
    let answer: (res: ServerResponse) => unknown = fail
    const { clock, text } = await openWith((res) => answer(res))
    expect(await text()).toBe('<p data-rate="—">—, —</p>')
    answer = (res) => res.end(JSON.stringify(withStarterAt(400)))
    clock.advance({ seconds })
    expect(await text()).toContain('€4,')
    answer = (res) => res.writeHead(503).end()
    clock.advance({ minutes: 5 })
    expect(await text()).toContain('€4,')
  })
})
