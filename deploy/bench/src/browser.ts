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

/** Signs in for all tabs of a browser context, without loading a page, so that nothing is cached. */
export async function signIn(
  context: Pick<BrowserContext, 'request'>,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const data = { email, password }
  const answer = await context.request.post(`${url}/api/identity/sessions`, { data, headers: { origin: url } })
  demand(answer.status() === 201, `${email} to sign in, got status ${answer.status()}`)
}
