import { expect, test } from 'vitest'
import { assetsOf, type PageStart } from './page-assets.ts'

const DASHBOARD = './pages/dashboard/dashboard-page.tsx'
const CAMPAIGN = './pages/campaign/campaign-page.tsx'
const origin = (request: string) => ({ request }) as never
const chunks = [
  { names: ['brand'], files: ['remoteEntry.0a1b2c3d.js'], origins: [] },
  { names: ['__federation_expose_app'], files: ['static/js/async/app.1.js', 'static/css/async/app.1.css'], origins: [] },
  { id: 7, names: [], files: ['static/js/async/7.1.js'], origins: [origin(DASHBOARD)] },
  { id: 8, names: [], files: ['static/js/async/8.1.js', 'static/css/async/8.1.css'], origins: [origin(CAMPAIGN)] },
  { id: 10, parents: [7, 8], names: [], files: ['static/js/async/10.1.js'], origins: [origin('./en.ts')] },
  { id: 11, parents: [7, 8], names: [], files: ['static/js/async/11.1.js'], origins: [origin('./fr.ts')] },
  { id: 12, parents: [8], names: [], files: ['static/js/async/12.1.js'], origins: [origin('./fr.ts')] },
  { id: 13, parents: [9], names: [], files: ['static/js/async/13.1.js'], origins: [origin('./fr.ts')] },
  { id: 9, names: [], files: ['static/js/async/9.1.js'], origins: [origin('./parts/chart.tsx')] },
]
const pages: readonly PageStart[] = [
  { path: '/brand-dashboard', module: DASHBOARD, reads: ['/payouts/credits'] },
  { path: '/brand-dashboard/campaigns/:campaignId', module: CAMPAIGN, reads: ['/campaigns/campaigns/:campaignId'] },
]

test('lists the entry, the exposed module, and the page’s own chunks and messages for each page', () => {
  expect(assetsOf(pages, chunks)).toEqual([
    {
      path: '/brand-dashboard',
      scripts: ['remoteEntry.0a1b2c3d.js', 'static/js/async/app.1.js', 'static/js/async/7.1.js'],
      styles: ['static/css/async/app.1.css'],
      messages: { en: ['static/js/async/10.1.js'], fr: ['static/js/async/11.1.js'] },
      reads: ['/payouts/credits'],
    },
    {
      path: '/brand-dashboard/campaigns/:campaignId',
      scripts: ['remoteEntry.0a1b2c3d.js', 'static/js/async/app.1.js', 'static/js/async/8.1.js'],
      styles: ['static/css/async/app.1.css', 'static/css/async/8.1.css'],
      messages: { en: ['static/js/async/10.1.js'], fr: ['static/js/async/11.1.js', 'static/js/async/12.1.js'] },
      reads: ['/campaigns/campaigns/:campaignId'],
    },
  ])
})

test('fails the build for a page without a route, a route without a page, or a malformed address', () => {
  expect(() => assetsOf([{ ...pages[0]!, module: './pages/gone/gone-page.tsx' }, ...pages], chunks)).toThrow(
    'gone-page.tsx, which no route imports',
  )
  expect(() => assetsOf(pages.slice(1), chunks)).toThrow(`Not in src/page-starts.ts: ${DASHBOARD}`)
  expect(() => assetsOf([{ ...pages[0]!, reads: ['/payouts/credits?limit=<10>'] }, pages[1]!], chunks)).toThrow()
})
