import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeFolder } from './testing/servers.ts'
import { pageHtml, startGateway } from './testing/start-gateway.ts'

const LEA = {
  accountId: randomUUID(),
  username: 'lea.kitchen',
  verifiedAt: '2026-03-04T10:00:00.000Z',
  followers: 48_200,
  averageViews: 14_800,
  rpmCents: 100,
  language: 'en',
  category: 'Food_Cooking',
  city: 'Lyon',
  country: 'France',
  statsAt: '2026-11-21T23:31:00.000Z',
  videos: [],
}

async function gatewayWith(page: object | undefined, status = page ? 200 : 404) {
  const asked: { url: string | undefined; from: unknown; authorization: unknown }[] = []
  const html = pageHtml.replace('<head>', `<head>${DEFAULT_HEAD}`)
  const gateway = await startGateway({
    env: { SHELL_APP: await makeFolder({ 'index.html': html }), TRUST_PROXY: '127.0.0.1' },
    services: {
      verification: (req, res) => {
        asked.push({ url: req.url, from: req.headers['x-forwarded-for'], authorization: req.headers.authorization })
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(page ?? { code: 'not_found' }))
      },
    },
  })
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const { status, text } = await gateway.ask(path, { headers: { accept: 'text/html', 'x-forwarded-for': '203.0.113.7', ...headers } })
    expect(status).toBe(200)
    return text
  }
  return { open, asked }
}

const DEFAULT_HEAD = '<title>Reelfair</title><meta name="description" content="About us.">'
const metaOf = (text: string, name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]

test('describes the page and its picture in the visitor’s language', async () => {
  const { open } = await gatewayWith(LEA)
  const english = await open('/collab/lea.kitchen')
  expect(english).toContain('<title>Book @lea.kitchen · Reelfair</title>')
  expect(metaOf(english, 'description')).toBe(
    '48,200 followers, 14,800 views on average, Food and cooking, Lyon. Book a 30-day partnership and pay only for the tier reached.',
  )
  expect(metaOf(english, 'og:url')).toBe('http://localhost:4000/collab/lea.kitchen')
  expect(metaOf(english, 'og:image')).toBe('http://localhost:4000/social-en-brand.png')
  const french = await open('/collab/lea.kitchen', { 'accept-language': 'fr' })
  expect(french).toContain('<title>Réserver @lea.kitchen · Reelfair</title>')
  expect(metaOf(french, 'og:image')).toBe('http://localhost:4000/social-fr-brand.png')
  for (const text of [english, french]) expect([...text.matchAll(/<title>|name="description"/g)]).toHaveLength(2)
})

test('preloads the page’s data and the settings that it prints', async () => {
  const { open } = await gatewayWith(LEA)
  const text = await open('/collab/Lea.Kitchen')
  for (const read of ['/api/verification/collab/Lea.Kitchen', '/api/identity/public-settings'])
    expect(text).toContain(`<link rel="preload" as="fetch" crossorigin="anonymous" href="${read}">`)
})

test('escapes what the network reports, and reads no placeholder in it', async () => {
  const { open } = await gatewayWith({ ...LEA, city: '"><script>alert(1)</script>{{session}}' })
  const text = await open('/collab/lea.kitchen')
  expect(text).not.toContain('<script>')
  expect(metaOf(text, 'description')).toContain('&quot;>&lt;script>alert(1)&lt;/script>{{session}}')
})

test('omits unknown figures', async () => {
  const { open } = await gatewayWith({ ...LEA, averageViews: null, category: undefined, city: undefined })
  expect(metaOf(await open('/collab/lea.kitchen'), 'description')).toMatch(/^48,200 followers, France\. /)
})

test('names a country that the network reports by its code', async () => {
  const { open } = await gatewayWith({ ...LEA, city: undefined, country: 'DE' })
  expect(metaOf(await open('/collab/lea.kitchen'), 'description')).toContain('Food and cooking, Germany.')
  expect(metaOf(await open('/collab/lea.kitchen', { 'accept-language': 'fr' }), 'description')).toContain(', Allemagne.')
})

test('asks on behalf of the visitor, so that the limit per network applies to pages too', async () => {
  const { open, asked } = await gatewayWith(LEA)
  await open('/collab/lea.kitchen')
  expect(asked).toEqual([{ url: '/collab/lea.kitchen', from: '203.0.113.7', authorization: undefined }])
})

test.each(['/collab/nobody', '/collab/_', '/collab/no@one', '/collab/lea/other', `/collab/${'a'.repeat(31)}`])(
  'serves %s with the default title, and keeps it out of search engines',
  async (path) => {
    const { open } = await gatewayWith(undefined)
    const text = await open(path)
    expect(metaOf(text, 'robots')).toBe('noindex')
    expect(text).toContain(DEFAULT_HEAD)
    expect(text).not.toContain('og:')
    expect(text).not.toContain('/api/verification')
  },
)

test.each([
  ['fails', undefined, 503],
  ['limits requests', undefined, 429],
  ['answers in another form', { nothing: 'known' }, 200],
])('serves the page with the default head, and lets search engines keep it, while verification %s', async (_, page, status) => {
  const { open } = await gatewayWith(page, status)
  const text = await open('/collab/lea.kitchen')
  expect(text).toContain(DEFAULT_HEAD)
  expect(metaOf(text, 'robots')).toBeUndefined()
})

test('leaves other pages unchanged and asks nothing for them', async () => {
  const { open, asked } = await gatewayWith(LEA)
  expect(await open('/login')).toContain(DEFAULT_HEAD)
  expect(asked).toEqual([])
})
