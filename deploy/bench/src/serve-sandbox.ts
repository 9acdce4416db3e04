/** Program that runs the sandbox's Stripe in memory. It sends no webhooks because no endpoint is configured. */
import { startSandbox } from '@reelfair/sandbox'
import { announce } from './announce.ts'

const sandbox = await startSandbox()
announce(sandbox, { stripe: sandbox.stripe })
