/** The outside, as deploy/local tells the services of it. */
import { Outside, outsideEnv } from '@reelfair/local/outside'
import { type Sandbox, startSandbox } from '@reelfair/sandbox'
import { makeSessionKeys } from '@reelfair/service-kit'
import { afterAll } from 'vitest'

/** Stripe and the mail server for a test file, and what each service is started with before them. */
export async function startOutside(publicOrigin: string): Promise<{
  sandbox: Sandbox
  startedWith: (service: string) => { env: Record<string, string>; clock: Sandbox['clock'] }
}> {
  const sandbox = await startSandbox()
  afterAll(() => sandbox.stop())
  const { privateKey } = makeSessionKeys()
  const outside = Outside.parse(sandbox)
  return {
    sandbox,
    startedWith: (service) => ({
      env: { SESSION_PRIVATE_KEY: privateKey, ...outsideEnv(outside, service, publicOrigin) },
      clock: sandbox.clock,
    }),
  }
}
