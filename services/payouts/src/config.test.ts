import { createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { testSecrets } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { expect, test } from 'vitest'
import { payouts } from './app.ts'
import { stripeEnv } from './testing/stripe-env.ts'

const log = createLog('test', 'silent')

/** Starts it as production would be, and stops it. */
async function startWith(env: Readonly<Record<string, string>>): Promise<void> {
  const { uri } = await sharedMongo()
  const base = { MONGODB_URI: uri, DB_PREFIX: `t${Date.now()}`, LOG_LEVEL: 'silent', ...testSecrets, ...stripeEnv }
  const { stop } = await startService(payouts, { env: { ...base, ...env }, bus: inProcessBus({ log }), log, workers: false })
  await stop()
}

test('in production nothing stands for Stripe: it does not start with STRIPE_API_BASE, and does without', async () => {
  await expect(startWith({ NODE_ENV: 'production' })).rejects.toThrow('STRIPE_API_BASE is set with NODE_ENV=production')
  await startWith({ NODE_ENV: 'production', STRIPE_API_BASE: '' })
  await startWith({ NODE_ENV: 'development' })
})

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_of_a_page'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:9/v1'],
  ['PUBLIC_ORIGIN', 'localhost:4000'],
])('%s is not %s, and the sentence does not repeat it', async (key, value) => {
  const fault = await startWith({ [key]: value }).catch((error: Error) => error)
  expect(fault).toMatchObject({ name: 'ConfigFault', message: expect.stringContaining(`${key} is not right`) })
  expect((fault as Error).message).not.toContain(value)
})
