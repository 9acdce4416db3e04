import { Outside, outsideEnv } from '@reelfair/local/outside'
import { type Sandbox, startSandbox } from '@reelfair/sandbox'
import { makeSessionKeys } from '@reelfair/service-kit'
import { afterAll } from 'vitest'

/**
 * Starts the sandbox (Stripe, mail, social networks). `startedWith` returns the environment and the clock for a
 * service.
 */
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
