import { TestEarning } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Ports } from '../ports.ts'
import { postTestEarning } from '../use-cases/post-test-earning.ts'

const { creatorId, reason } = TestEarning.shape

export const earn = defineCommand({
  name: 'earn',
  description: 'Sandbox only: posts a test earning for a creator, payable immediately. Each reason earns once.',
  args: {
    creatorId: creatorId.describe('the creator'),
    cents: z.coerce.number().pipe(TestEarning.shape.cents).describe('the amount in euro cents'),
    reason: reason.describe('the reason; kept in the ledger'),
  },
  run: async (args, ctx: Context<'system', Ports>) => {
    const { posted } = await postTestEarning(args, ctx)
    return posted
      ? `Posted ${args.cents} cents for creator ${args.creatorId}. Reason: "${args.reason}".`
      : 'Already posted. Nothing was changed.'
  },
})
