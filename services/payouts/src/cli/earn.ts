import { TestEarning } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Ports } from '../ports.ts'
import { postTestEarning } from '../use-cases/post-test-earning.ts'

const { creatorId, reason } = TestEarning.shape

export const earn = defineCommand({
  name: 'earn',
  does: 'Sandbox only: posts a test earning for a creator, payable after so many hours (0: at once). The same reason earns once.',
  args: {
    creatorId: creatorId.describe('the creator'),
    cents: z.coerce.number().pipe(TestEarning.shape.cents).describe('how many euro cents'),
    reason: reason.describe('what for; kept in the ledger'),
    heldHours: z.coerce.number().int().min(0).max(720).default(0).describe('held back for so many hours; 0 when left out'),
  },
  run: async (args, ctx: Context<'system', Ports>) => {
    const { posted } = await postTestEarning(args, ctx)
    return posted
      ? `Posted ${args.cents} cents for creator ${args.creatorId}, for "${args.reason}".`
      : 'This was posted before. Nothing was changed.'
  },
})
