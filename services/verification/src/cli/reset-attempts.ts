import { Id, Network } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { newStanding } from '../domain/standing.ts'
import { lockStanding, saveStanding } from '../store/standings.ts'

/** What support does for whom "Maximum verification attempts reached" was said. */
export const resetAttempts = defineCommand({
  name: 'reset-attempts',
  does: 'Gives a creator all verification attempts on a network again.',
  args: {
    creatorId: Id.describe('the creator'),
    network: Network.describe('instagram, tiktok or youtube'),
  },
  run: ({ creatorId, network }, ctx: Context) =>
    ctx.transact(async (tx) => {
      const standing = await lockStanding(tx, creatorId, network, newStanding(randomCode(), ctx.now()))
      await saveStanding(tx, { ...standing, attempts: 0 })
      return `Creator ${creatorId} had used ${standing.attempts} attempts on ${network}; now none.`
    }),
})
