/**
 * A program: the payouts service as it runs in production, but without its limits per minute, and before a Stripe that answers at once that it knows no such
 * transfer: a message is verified and stored, and what follows from it is left out.
 */
import { randomUUID } from 'node:crypto'
import { createLog, inProcessBus, startService } from '@reelfair/service-kit'
import { serviceNamed } from './payouts.ts'

const payouts = serviceNamed('payouts')
const log = createLog('payouts', 'info')
const bus = inProcessBus({ log })
await bus.consume({
  queue: `nobody-${randomUUID()}`,
  types: (payouts.says ?? []).map(({ type }) => type),
  handle: async (batch) => batch.map(() => 'done'),
})
const alone = {
  ...payouts,
  ports: (config: Parameters<NonNullable<typeof payouts.ports>>[0]) => {
    const ports = payouts.ports?.(config) as { provider: object }
    return { ...ports, provider: { ...ports.provider, readTransfer: async () => undefined } }
  },
}
const service = await startService(alone, { env: process.env, bus, log, unlimited: true })
process.stdout.write(`${JSON.stringify({ ready: service.url })}\n`)
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0))
})
