import { afterAll, onTestFailed } from 'vitest'
import { type Outside, outsideOf } from '../browser/outside.ts'
import { openSite, type Site, type Visit } from '../browser/site.ts'

/**
 * Starts the system of a journey. With `npm run journey -- --distributed`, it uses RabbitMQ and one process per
 * service.
 * @param as `empty`: without the demo's four people
 */
export async function openJourney(as: { readonly empty?: boolean } = {}): Promise<{ site: Site; outside: Outside }> {
  const site = await openSite({ ...as, distributed: process.env.JOURNEY === 'distributed' })
  afterAll(() => site.close())
  return { site, outside: outsideOf(site) }
}

/** Prints what all windows of the browser show if the test fails. */
export function showWindowsOnFailure({ context }: Visit): void {
  onTestFailed(async () => {
    for (const page of context
      .browser()
      ?.contexts()
      .flatMap((one) => one.pages()) ?? [])
      console.log(page.url(), await page.locator('body').ariaSnapshot())
  })
}
