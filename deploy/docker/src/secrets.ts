import { randomBytes } from 'node:crypto'
import { makeSessionKeys } from '@reelfair/service-kit'

/** Base64url values need no escaping in an address such as mongodb://… */
const secret = () => randomBytes(32).toString('base64url')

export function makeSecrets(): Record<string, string> {
  const { privateKey, publicKey } = makeSessionKeys()
  return {
    SESSION_PRIVATE_KEY: privateKey,
    SESSION_PUBLIC_KEY: publicKey,
    GATEWAY_SECRET: secret(),
    METRICS_TOKEN: secret(),
    ACCESS_KEY: secret(),
    MONGODB_ROOT_PASSWORD: secret(),
    MONGODB_PASSWORD: secret(),
    // mongod expects base64; 96 bytes need no padding.
    MONGODB_KEYFILE: randomBytes(96).toString('base64'),
    RABBITMQ_PASSWORD: secret(),
  }
}

/**
 * Dummy values for tests, in the right format, for settings that come from Stripe or from the operator of the
 * verification workflow.
 */
export const outsideExample: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: 'sk_test_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform_example',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect_example',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_thin_example',
  WORKFLOW_URL: 'https://workflow.example/reelfair',
  WORKFLOW_TOKEN: 'workflow-token-example',
  WORKFLOW_CALLBACK_SECRET: 'workflow-callback-secret-of-an-example',
}
