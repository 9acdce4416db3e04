import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Set `SCREENSHOTS=/tmp/shots` to save screenshots at desktop and phone widths, in both themes. */
const album = process.env.SCREENSHOTS

export async function picture(page: Page, name: string): Promise<void> {
  if (!album) return
  mkdirSync(album, { recursive: true })
  const size = page.viewportSize()
  const own = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: join(album, `${name.replaceAll(/[^\w]+/g, '-')}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: own })
  if (size) await page.setViewportSize(size)
}
