/** Program that runs the sandbox's Stripe in memory. It sends no webhooks because no endpoint is configured. */
import { startSandbox } from '@reelfair/sandbox'

const sandbox = await startSandbox()
process.stdout.write(`${JSON.stringify({ ready: sandbox.url, stripe: sandbox.stripe })}\n`)
process.once('SIGTERM', () => {
  void sandbox.stop().then(() => process.exit(0))
})
