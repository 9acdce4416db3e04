import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Set `SCREENSHOTS=/tmp/shots` to save screenshots at desktop and phone widths. */
const album = process.env.SCREENSHOTS

export async function picture(page: Page, name: string): Promise<void> {
  if (!album) return
  mkdirSync(album, { recursive: true })
  const size = page.viewportSize()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: join(album, `${name.replaceAll(/[^\w]+/g, '-')}-${width}.png`), fullPage: true })
  }
  if (size) await page.setViewportSize(size)
}
