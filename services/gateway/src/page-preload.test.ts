import { writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paramsOf } from './page-preload.ts'
import { listenTo } from './testing/servers.ts'
import { startGateway } from './testing/start-gateway.ts'

const PAGE = { accept: 'text/html' }
const IN_FRENCH = '__Host-locale=fr'
const PAGES = [
  {
    path: '/brand-dashboard',
    complete: true,
    scripts: ['remoteEntry.1.js', 'app.js'],
    styles: ['app.css'],
    messages: { en: ['en.js'], fr: ['fr.js'] },
    reads: ['/payouts/credits', '/campaigns/campaigns?tab=all&limit=5'],
  },
  { path: '/brand-dashboard/campaigns/:id', scripts: ['campaign.js'], styles: [], reads: ['/campaigns/campaigns/:id'] },
]
const ME = { id: '0198c0de-0000-7000-8000-000000000001', email: `o'"<b>&@example.org`, role: 'brand', complete: true }

const identity: RequestListener = (req, res) => {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(req.headers.authorization ? { me: ME } : {}))
}

async function openGateway(services: Parameters<typeof startGateway>[0] = { services: { identity } }) {
  const gateway = await startGateway(services)
  const brand = gateway.signIn('brand')
  const folder = gateway.folders.REMOTE_BRAND
  if (folder) await writeFile(join(folder, 'page-assets.json'), JSON.stringify(PAGES))
  const page = async (path: string, cookie?: string) => {
    const { status, text, headers } = await gateway.ask(path, { headers: { ...PAGE, ...(cookie && { cookie }) } })
    const session = /name="session" content="([^"]*)"/
      .exec(text)?.[1]
      ?.replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&')
    return {
      status,
      headers,
      session,
      links: [...text.matchAll(/<link rel="preload" as="(\w+)"[^>]* href="([^"]*)">/g)].map(([, as, href]) => `${as} ${href}`),
    }
  }
  return { gateway, brand, page }
}

test('adds the session and preload links to the page, in the order in which the browser should fetch them', async () => {
  const { brand, page } = await openGateway()
  const { session, links, headers } = await page('/brand-dashboard', `${brand.cookie}; ${IN_FRENCH}`)
  expect(JSON.parse(session ?? '')).toEqual({ me: ME })
  expect(links).toEqual([
    'fetch /remotes.json',
    'fetch /remotes/brand/mf-manifest.json',
    'fetch /api/payouts/credits',
    'fetch /api/campaigns/campaigns?tab=all&amp;limit=5',
    'style /remotes/brand/app.css',
    'script /remotes/brand/remoteEntry.1.js',
    'script /remotes/brand/app.js',
    'script /remotes/brand/fr.js',
  ])
  expect(headers['cache-control']).toBe('no-store')
})

test('preloads nothing for a brand that must complete its registration first', async () => {
  const { gateway, page } = await openGateway()
  const incomplete = gateway.signIn('brand', { complete: false })
  expect((await page('/brand-dashboard', `${incomplete.cookie}; ${IN_FRENCH}`)).links).toEqual([])
})

test('preloads nothing for a user who must accept new Terms first', async () => {
  const { gateway, page } = await openGateway()
  const outdated = gateway.signIn('brand', { termsOutdated: true })
  expect((await page('/brand-dashboard', `${outdated.cookie}; ${IN_FRENCH}`)).links).toEqual([])
})

test('fills in the route parameters of preloaded addresses', async () => {
  const { brand, page } = await openGateway()
  const { links } = await page('/brand-dashboard/campaigns/0198c0de', `${brand.cookie}; ${IN_FRENCH}`)
  expect(links).toContain('fetch /api/campaigns/campaigns/0198c0de')
  expect(links).toContain('script /remotes/brand/campaign.js')
})

test('preloads no API responses or messages when the language is unknown, and nothing at all when the page is unknown', async () => {
  const { brand, page } = await openGateway()
  expect((await page('/brand-dashboard', brand.cookie)).links.filter((link) => /\/api\/|\/(?:en|fr)\.js/.test(link))).toEqual([])
  expect((await page('/privacy', `${brand.cookie}; ${IN_FRENCH}`)).links).toEqual([])
  expect((await page('/dashboard', `${brand.cookie}; ${IN_FRENCH}`)).links).toEqual([])
})

test.each([
  ['without a cookie', undefined],
  ['with the cookie of a session that has ended', `__Host-session=${'x'.repeat(43)}`],
  ['with a malformed cookie', '__Host-session=%00'],
])('sends the page with an empty session %s', async (_, cookie) => {
  const { page } = await openGateway()
  expect(await page('/brand-dashboard', cookie)).toMatchObject({ status: 200, session: '{}', links: [] })
})

test('sends the page without preload data when identity or the app’s list of assets is unavailable or invalid', async () => {
  const away = await openGateway({ services: { identity: (_req, res) => void res.writeHead(503).end() } })
  expect(await away.page('/brand-dashboard', away.brand.cookie)).toMatchObject({ status: 200, session: '' })
  const hangs = await openGateway({ services: { identity: () => undefined } })
  expect(await hangs.page('/brand-dashboard', hangs.brand.cookie)).toMatchObject({ status: 200, session: '' })

  const { gateway, brand, page } = await openGateway()
  await writeFile(join(gateway.folders.REMOTE_BRAND!, 'page-assets.json'), '[{"path":"//"}]')
  expect(await page('/brand-dashboard', brand.cookie)).toMatchObject({ status: 200, links: [] })

  const twice = { path: '/brand-dashboard/:id/:id', scripts: [], styles: [], reads: [] }
  await writeFile(join(gateway.folders.REMOTE_BRAND!, 'page-assets.json'), JSON.stringify([twice]))
  expect(await page('/brand-dashboard', brand.cookie)).toMatchObject({ status: 200, links: [] })

  const silent = await listenTo(() => undefined)
  const remote = await openGateway({ services: { identity }, env: { REMOTE_BRAND: silent.url } })
  expect(await remote.page('/brand-dashboard', remote.brand.cookie)).toMatchObject({ status: 200, links: [] })
})

test('requests API data in the language of the locale cookie instead of the browser’s language', async () => {
  const { gateway, brand } = await openGateway()
  const { json } = await gateway.ask('/api/payouts/credits', {
    headers: { cookie: `${brand.cookie}; ${IN_FRENCH}`, 'accept-language': 'en-GB' },
  })
  expect(json.headers['accept-language']).toBe('fr')
})

test.each([
  ['/a/:id', '/a/7', { id: '7' }],
  ['/a/:id', '/a/7/', { id: '7' }],
  ['/a/:id?', '/a', { id: undefined }],
  ['/a/:id', '/a/7/b', undefined],
  ['/a', '/ab', undefined],
])('matches the route %s against the path %s', (route, path, expected) => {
  expect(paramsOf(route, path)).toEqual(expected)
})
