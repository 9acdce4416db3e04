/** A browser for the entries that measure pages, and the way to sign in there. */
import { chromiumProgram, NO_CHROMIUM } from '@reelfair/testkit/engines'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { atClose, once } from './closing.ts'
import { demand } from './items.ts'

export const browser = once(async (): Promise<Browser> => {
  const executablePath = chromiumProgram()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  const started = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  atClose(() => started.close())
  return started
})

/** Signs somebody in for all tabs of a browser, without a page: nothing is cached by it. @param url the product's address */
export async function signIn(
  context: Pick<BrowserContext, 'request'>,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const data = { email, password }
  const answer = await context.request.post(`${url}/api/identity/sessions`, { data, headers: { origin: url } })
  demand(answer.status() === 201, `${email} signs in, not ${answer.status()}`)
}
