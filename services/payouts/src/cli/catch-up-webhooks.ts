import { type Context, defineCommand } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { catchUp } from '../use-cases/catch-up.ts'

export const catchUpWebhooks = defineCommand({
  name: 'catch-up-webhooks',
  description:
    'Processes Stripe events that did not arrive and checks open orders and all payout accounts with Stripe. Fails with a list of the problems.',
  args: {},
  run: async (_, ctx: Context<'system', Ports>) => {
    const { events: messages, orders, accounts, failures } = await catchUp(ctx, 'all')
    const done = `Processed ${messages} events; checked ${orders} orders and ${accounts} payout accounts.`
    if (failures.length === 0) return done
    const lines = failures.map((line) => `- ${line}`).join('\n')
    throw new Error(`${done} Run this command again later; completed work is not repeated. Investigate what remains:\n${lines}`)
  },
})
