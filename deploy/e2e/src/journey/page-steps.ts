import type { Page } from 'playwright-core'

/** Long enough for a live update, but shorter than the 30 s after which a screen polls. */
export const LIVE = { timeout: 20_000 }

type Named = string | RegExp
export const shows = (page: Page, text: Named) => page.getByText(text).first().waitFor(LIVE)
export const click = (page: Page, role: 'button' | 'link', name: Named) => page.getByRole(role, { name, exact: true }).first().click()
export const fill = (page: Page, name: Named, text: string) => page.getByLabel(name, { exact: true }).first().fill(text)
