/**
 * Redraws the preview images of the landing page, which are checked into Git, from a running product:
 * `node deploy/e2e/src/draw-social-pictures.ts http://localhost:4300`.
 */
import { join } from 'node:path'
import { openBrowser } from './browser/site.ts'

const PAGES = { 'en-brand': '/', 'en-creator': '/?role=creator', 'fr-brand': '/fr', 'fr-creator': '/fr?role=creator' } as const

/** Shows the headline and the picture of the first screen, without controls. */
const STYLE = `
  body { overflow: hidden }
  .landing-sides, .landing-actions, .rf-masthead-nav, .rf-masthead-tools, .rf-masthead-account, .landing-lead { display: none !important }
  .landing-hero { grid-template-columns: minmax(0, 1fr) 470px !important; gap: 24px !important; padding-block: 28px !important }
  .landing-headline { margin-block: 40px 0 !important; font-size: 68px !important }
  .rf-masthead-row, .rf-wide { max-inline-size: none !important; padding-inline: 56px !important }
  .landing-picture .rf-frame { inline-size: 250px !important }
  .landing-banner-note { inset-block-start: 62px !important; inset-inline-start: 276px !important; inline-size: 180px !important }
`

const [url = 'http://localhost:4300'] = process.argv.slice(2)
const browser = await openBrowser()
const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, locale: 'en-GB', bypassCSP: true })
const page = await context.newPage()
for (const [name, path] of Object.entries(PAGES)) {
  await page.goto(new URL(path, url).href)
  await page.addStyleTag({ content: STYLE })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(import.meta.dirname, `../../../shell/public/social-${name}.png`) })
}
await browser.close()
