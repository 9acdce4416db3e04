/**
 * Program that runs the campaigns service as in production, but without rate limits and with a
 * no-op queue for its events.
 */
import { services } from '@reelfair/local'
import { createLog, inProcessBus, startService } from '@reelfair/service-kit'

const campaigns = services.find(({ name }) => name === 'campaigns')
if (!campaigns) throw new Error('no service is named campaigns')
const log = createLog('campaigns', 'info')
const bus = inProcessBus({ log })
await bus.consume({
  queue: 'payouts',
  types: (campaigns.publishes ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const service = await startService(campaigns, { env: process.env, bus, log, unlimited: true })
process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0))
})
