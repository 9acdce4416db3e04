/** Program that runs the sandbox's Stripe in memory. No webhook endpoint is configured, so no webhooks are sent. */
import { startSandbox } from '@reelfair/sandbox'
import { announce } from './announce.ts'

const sandbox = await startSandbox()
announce(sandbox, { stripe: sandbox.stripe })
