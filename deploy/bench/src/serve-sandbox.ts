/** A program: the sandbox's Stripe, in memory. It delivers no messages: nobody has told it where. */
import { startSandbox } from '@reelfair/sandbox'

const sandbox = await startSandbox()
process.stdout.write(`${JSON.stringify({ ready: sandbox.url, stripe: sandbox.stripe })}\n`)
process.once('SIGTERM', () => {
  void sandbox.stop().then(() => process.exit(0))
})
