/** Measures component geometry in a real browser, using the styles from libs/ui. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workspaceRoot } from './build-with-rsbuild.ts'
import { openBrowser } from './site.ts'
import { startWebServer, type WebServer } from './web-server.ts'

let styles: WebServer
let browser: Browser
beforeAll(async () => {
  styles = await startWebServer(join(workspaceRoot, 'libs/ui/src'))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await styles.stop()
})

async function render(width: 390 | 1440, markup: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  await page.goto(`${styles.url}/styles.css`)
  await page.setContent(`<!doctype html><link rel="stylesheet" href="${styles.url}/styles.css">${markup}`)
  await page.waitForFunction(() => document.styleSheets.length > 0)
  return page
}
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not rendered`)
  return box
}

test.each([
  ['a link beside a section', '<div class="rf-section-link"><a class="rf-link" href="#">Back to the campaigns</a></div>'],
  ['a link in a note', '<p class="rf-note">Read <a class="rf-link" href="#">the terms</a></p>'],
])('%s is at least 24 px high on a desktop and 42 px on a phone', async (_name, markup) => {
  expect((await boxOf(await render(1440, markup), 'a')).height).toBeGreaterThanOrEqual(24)
  expect((await boxOf(await render(390, markup), 'a')).height).toBeGreaterThanOrEqual(42)
})

test('the skeleton of a wide element does not make a phone scroll sideways', async () => {
  const page = await render(
    390,
    `<main class="rf-page"><section class="rf-section"><div class="rf-section-margin"></div>
      <div class="rf-section-content"><div class="rf-skeleton-block rf-skeleton"><i style="block-size: 1040px; inline-size: 520px"></i></div></div>
    </section></main>`,
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the key part of the next step is bold but not underlined, so it does not look like a link', async () => {
  const page = await render(1440, '<h2 class="rf-next-sentence">One video waits. <em>Answer today.</em></h2>')
  const em = await page
    .locator('em')
    .evaluate((element) => ({ line: getComputedStyle(element).textDecorationLine, weight: getComputedStyle(element).fontWeight }))
  expect(em.line).toBe('none')
  expect(Number(em.weight)).toBeGreaterThan(600)
})

test.each([
  [390, 'Logo downloaded'],
  [390, 'Ended early. Its last views are being read tonight.'],
  [1440, 'Logo downloaded'],
] as const)('at %s px the toast “%s” covers nothing below the masthead', async (width, text) => {
  const page = await render(
    width,
    `<header class="rf-masthead"><div class="rf-masthead-row">Reelfair</div></header><main class="rf-page">The page</main>
    <section class="rf-toasts"><ul><li class="rf-toast"><svg width="18" height="18"></svg><p>${text}</p><button class="rf-icon-button"></button></li></ul></section>`,
  )
  const [masthead, toast] = [await boxOf(page, '.rf-masthead'), await boxOf(page, '.rf-toast')]
  expect(toast.y + toast.height).toBeLessThanOrEqual(masthead.y + masthead.height)
})
