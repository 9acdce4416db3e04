/**
 * Program that runs the payouts service as in production, but without rate limits. Its Stripe adapter never finds a
 * transfer, so messages are verified and stored but have no further effect.
 */
import { randomUUID } from 'node:crypto'
import { createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { serviceNamed } from './payouts.ts'

const payouts = serviceNamed('payouts')
const log = createLog('payouts', 'info')
const bus = inProcessBus({ log })
await bus.consume({
  queue: `nobody-${randomUUID()}`,
  types: (payouts.publishes ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const withoutStripe = {
  ...payouts,
  ports: (config: Parameters<NonNullable<typeof payouts.ports>>[0]) => {
    const ports = payouts.ports?.(config) as { provider: object }
    return { ...ports, provider: { ...ports.provider, readTransfer: async () => undefined } }
  },
}
const service = await startService(withoutStripe, { env: process.env, bus, log, unlimited: true })
process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0))
})
