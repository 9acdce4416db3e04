import { createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { testSecrets } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { expect, test } from 'vitest'
import { payouts } from './app.ts'
import { stripeEnv } from './testing/stripe-env.ts'

const log = createLog('test', 'silent')

async function startWith(env: Readonly<Record<string, string>>): Promise<void> {
  const { uri } = await sharedMongo()
  const base = { MONGODB_URI: uri, DB_PREFIX: `t${Date.now()}`, LOG_LEVEL: 'silent', ...testSecrets, ...stripeEnv }
  const { stop } = await startService(payouts, { env: { ...base, ...env }, bus: inProcessBus({ log }), log, workers: false })
  await stop()
}

test('rejects STRIPE_API_BASE in production, and starts if the variable is unset', async () => {
  await expect(startWith({ NODE_ENV: 'production' })).rejects.toThrow('STRIPE_API_BASE is set with NODE_ENV=production')
  await startWith({ NODE_ENV: 'production', STRIPE_API_BASE: '' })
  await startWith({ NODE_ENV: 'development' })
})

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_of_a_page'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:9/v1'],
  ['PUBLIC_ORIGIN', 'localhost:4000'],
])('rejects %s=%s without repeating the value in the error', async (key, value) => {
  const fault = await startWith({ [key]: value }).catch((error: Error) => error)
  expect(fault).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(`${key} is invalid`) })
  expect((fault as Error).message).not.toContain(value)
})
