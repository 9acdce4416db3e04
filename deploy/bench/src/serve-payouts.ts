/**
 * Program that runs the payouts service. Its Stripe adapter never finds a transfer, so messages are verified and stored
 * but have no further effect.
 */
import { announce } from './announce.ts'
import { serviceNamed } from './payouts.ts'
import { serveAlone } from './serve-alone.ts'

const payouts = serviceNamed('payouts')
const withoutStripe = {
  ...payouts,
  ports: (config: Parameters<NonNullable<typeof payouts.ports>>[0]) => {
    const ports = payouts.ports?.(config) as { provider: object }
    return { ...ports, provider: { ...ports.provider, readTransfer: async () => undefined } }
  },
}
announce(await serveAlone(withoutStripe))
