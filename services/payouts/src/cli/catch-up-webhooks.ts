import { type Context, defineCommand } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { catchUp } from '../use-cases/catch-up.ts'

export const catchUpWebhooks = defineCommand({
  name: 'catch-up-webhooks',
  does: 'Takes the messages of Stripe that did not arrive, and asks how undecided orders and all payout accounts stand; fails with what could not be done.',
  args: {},
  run: async (_, ctx: Context<'system', Ports>) => {
    const { messages, orders, accounts, troubles } = await catchUp(ctx, 'all')
    const done = `Took ${messages} messages; looked at ${orders} orders and ${accounts} payout accounts.`
    if (troubles.length === 0) return done
    const lines = troubles.map((line) => `- ${line}`).join('\n')
    throw new Error(`${done} Run this again later: what is done is not done twice. What stays, somebody has to look at these:\n${lines}`)
  },
})
