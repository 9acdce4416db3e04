/** A program: the campaigns service as it runs in production, but without its limits per minute. What it says is heard by a queue that does nothing. */
import { services } from '@reelfair/local'
import { createLog, inProcessBus, startService } from '@reelfair/service-kit'

const campaigns = services.find(({ name }) => name === 'campaigns')
if (!campaigns) throw new Error('there is no service named campaigns')
const log = createLog('campaigns', 'info')
const bus = inProcessBus({ log })
await bus.consume({
  queue: 'payouts',
  types: (campaigns.says ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const service = await startService(campaigns, { env: process.env, bus, log, unlimited: true })
process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0))
})
