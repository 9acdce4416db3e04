import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listenTo, makeFolder } from './testing/servers.ts'
import { pageHtml, startGateway } from './testing/start-gateway.ts'

const shared = await startGateway()
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the shell’s page', () => {
  test.each(['/login', '/brand/form', '/creators/jo.doe', '/creators/@jo_doe', '/campaigns/', '/index.html', '/api-guide'])(
    'serves the page at %s',
    async (path) => {
      const gateway = shared
      const { status, headers, text } = await gateway.ask(path, { headers: PAGE })
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('etag')
      expect(text).toContain('<body>shell</body>')
    },
  )

  test('puts a new nonce into each page and its content security policy', async () => {
    const gateway = shared
    const seen = new Set<string>()
    for (let time = 0; time < 20; time++) {
      const { headers, text } = await gateway.ask('/login', { headers: PAGE })
      const nonce = /content="([\w-]{22})"/.exec(text)?.[1] ?? ''
      expect(text).toContain(`<style nonce="${nonce}">`)
      expect(text).not.toContain('{{nonce}}')
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data: blob: https://*.cdninstagram.com https://*.fbcdn.net https://*.tiktokcdn.com https://*.tiktokcdn-us.com https://*.tiktokcdn-eu.com https://*.ytimg.com; font-src 'self'; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
      )
      seen.add(nonce)
    }
    expect(seen.size).toBe(20)
  })

  test.each([
    ['the cookie', { cookie: '__Host-locale=fr', 'accept-language': 'en-GB' }, ['fr']],
    ['the browser', { 'accept-language': 'fr-CA,en;q=0.8' }, ['fr']],
    ['a browser whose first language we lack', { 'accept-language': 'de,fr;q=0.8' }, ['fr']],
    ['nobody', {}, ['en']],
  ])('preloads the messages only in the language of %s', async (_, headers, languages) => {
    const gateway = await startGateway()
    const links = ['en', 'fr'].map((name) => `<link rel="preload" as="script" data-locale="${name}" href="/${name}.js">`)
    await writeFile(join(gateway.folders.SHELL_APP!, 'index.html'), pageHtml.replace('</head>', `${links.join('')}</head>`))
    const { text } = await gateway.ask('/login', { headers: { ...PAGE, ...headers } })
    expect([...text.matchAll(/href="\/(\w+)\.js"/g)].map(([, name]) => name)).toEqual(languages)
  })

  test.each([
    ['/login', true],
    ['/signup', true],
    ['/terms', true],
    ['/terms/1.1', true],
    ['/terms/x', false],
    ['/privacy', false],
  ])('preloads the settings that %s prints: %s', async (path, expected) => {
    const { text } = await shared.ask(path, { headers: PAGE })
    expect(text.includes('<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/identity/public-settings">')).toBe(expected)
  })

  test('allows the configured origins only for images', async () => {
    const gateway = await startGateway({ env: { PICTURE_ORIGINS: 'https://*.pictures.example http://localhost:4320' } })
    const policy = String((await gateway.ask('/login', { headers: PAGE })).headers['content-security-policy'])
    const naming = policy.split('; ').filter((directive) => directive.includes('pictures.example'))
    expect(naming).toEqual(["img-src 'self' data: blob: https://*.pictures.example http://localhost:4320"])
  })

  test('shows the current support address, or the default one while it is unknown', async () => {
    const meta = async (gateway: typeof shared) =>
      /name="support-email" content="([^"]*)"/.exec((await gateway.ask('/login', { headers: PAGE })).text)?.[1]
    expect(await meta(shared)).toBe('support@reelfair.example')
    const withAddress = (supportEmail: string) =>
      startGateway({
        services: { identity: (req, res) => void res.end(req.url === '/public-settings' ? JSON.stringify({ supportEmail }) : '{}') },
      })
    expect(await meta(await withAddress('help@alpine.example'))).toBe('help@alpine.example')
    expect(await meta(await withAddress('"><script>'))).toBe('support@reelfair.example')
  })

  test('tells pages whether to offer sign-in with Google', async () => {
    const meta = async (gateway: typeof shared) =>
      /name="google" content="([^"]*)"/.exec((await gateway.ask('/login', { headers: PAGE })).text)?.[1]
    expect(await meta(shared)).toBe('off')
    expect(await meta(await startGateway({ env: { GOOGLE_CLIENT_ID: 'client' } }))).toBe('on')
  })

  test.each([
    ['/missing', '*/*'],
    ['/missing.js', '*/*'],
    ['/missing.js', undefined],
    ['/logo.svg', 'image/avif,image/webp,*/*'],
    ['/static/x', 'text/html'],
  ])('does not serve the page for %s with Accept %s', async (path, accept) => {
    const gateway = shared
    const { status, json } = await gateway.ask(path, { headers: accept ? { accept } : {} })
    expect([status, json.code]).toEqual([404, 'not_found'])
  })

  test('responds to HEAD for the page without sending its body, and rejects POST', async () => {
    const gateway = shared
    const head = await gateway.ask('/login', { method: 'HEAD', headers: PAGE })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    const { status, headers } = await gateway.ask('/login', { method: 'POST', body: {}, headers: PAGE })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('returns 503 while the page is missing during a deployment', async () => {
    const gateway = await startGateway()
    const file = join(gateway.folders.SHELL_APP!, 'index.html')
    const before = await readFile(file)
    await rm(file)
    expect(await gateway.ask('/login', { headers: PAGE })).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    await writeFile(file, before)
    expect((await gateway.ask('/login', { headers: PAGE })).status).toBe(200)
  })
})

describe('every response', () => {
  test.each(['/', '/missing', '/api/campaigns/x', '/remotes.json', '/api/live', '/%2e'])(
    'carries the required security headers for %s',
    async (path) => {
      const gateway = await startGateway({ env: { PUBLIC_ORIGIN: 'https://reelfair.example' } })
      const { headers } = await gateway.ask(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )

  test('sends Strict-Transport-Security only over https', async () => {
    const gateway = await startGateway()
    expect((await gateway.ask('/')).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('a shell on its own web server', () => {
  const webServer = () =>
    listenTo((req, res) => {
      if (req.url === '/base/index.html') return void res.writeHead(200, { 'content-type': 'text/html' }).end(pageHtml)
      if (req.url === '/base/static/a.0123456789.js')
        return void res
          .writeHead(200, {
            'content-type': 'text/javascript',
            'content-encoding': 'br',
            'cache-control': 'no-store',
            server: 'nginx',
            'set-cookie': 'a=1',
          })
          .end('br')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('its own fallback')
    })

  test('applies our headers and caching rules to the web server’s files', async () => {
    const { url } = await webServer()
    const gateway = await startGateway({ env: { SHELL_APP: `${url}/base/`, REMOTE_BRAND: `${url}/base` } })
    const page = await gateway.ask('/anything', { headers: PAGE })
    expect([page.status, page.text.includes('{{nonce}}')]).toEqual([200, false])
    for (const path of ['/static/a.0123456789.js', '/remotes/brand/static/a.0123456789.js']) {
      const { status, text, headers } = await gateway.ask(path, { headers: { 'accept-encoding': 'br' } })
      expect([status, text]).toEqual([200, 'br'])
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' })
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers).not.toHaveProperty('server')
    }
    // The web server's fallback page must not be served in place of a script.
    for (const path of ['/static/missing.js', '/remotes/brand/missing.js', '/remotes/brand/missing'])
      expect((await gateway.ask(path, { headers: PAGE })).status).toBe(404)
  })

  test('keeps serving other apps and the API while the shell’s web server is unavailable', async () => {
    const { url, close } = await webServer()
    const gateway = await startGateway({ env: { SHELL_APP: `${url}/base`, REMOTE_BRAND: `${url}/base` } })
    await close()
    expect((await gateway.ask('/login', { headers: PAGE })).json.code).toBe('unavailable')
    expect((await gateway.ask('/remotes/brand/mf-manifest.json')).json.code).toBe('unavailable')
    expect((await gateway.ask('/remotes/creator/mf-manifest.json')).status).toBe(200)
    expect((await gateway.ask('/api/campaigns/x')).status).toBe(200)
  })
})

describe('the list of remotes', () => {
  test('forbids caching the list of remotes', async () => {
    const gateway = await startGateway({ env: { REMOTE_ADMIN: await makeFolder({}) } })
    const { json, headers } = await gateway.ask('/remotes.json')
    expect(json).toEqual({
      creator: '/remotes/creator/mf-manifest.json',
      brand: '/remotes/brand/mf-manifest.json',
      admin: '/remotes/admin/mf-manifest.json',
    })
    expect(headers['cache-control']).toBe('no-store')
  })
})
