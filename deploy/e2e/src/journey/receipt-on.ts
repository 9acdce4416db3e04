import type { Page } from 'playwright-core'
import { LIVE } from './page-steps.ts'

/** Returns a receipt's number and view figures, in either language. */
export async function receiptOn(page: Page, name: RegExp): Promise<{ number: string | undefined; figures: number[] }> {
  const article = page.getByRole('article', { name })
  await article.waitFor(LIVE)
  const lines = await article.locator('dd').allTextContents()
  const figures = lines.filter((line) => /^[+−]?\d[\d,\u00a0\u202f]*$/.test(line)).map((line) => Number(line.replaceAll(/\D/g, '')))
  return { number: /[RP]-[A-F\d]+/.exec((await article.textContent()) ?? '')?.[0], figures }
}
