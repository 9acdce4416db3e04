import { Id, Network } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { newCreatorNetwork } from '../domain/creator-network.ts'
import { lockCreatorNetwork, saveCreatorNetwork } from '../store/creator-networks.ts'

/** For support requests from creators who see "Maximum verification attempts reached". */
export const resetAttempts = defineCommand({
  name: 'reset-attempts',
  description: 'Resets a creator’s verification attempts on a network.',
  args: {
    creatorId: Id.describe('the creator'),
    network: Network.describe('instagram, tiktok or youtube'),
  },
  run: ({ creatorId, network }, ctx: Context) =>
    ctx.transact(async (tx) => {
      const creatorNetwork = await lockCreatorNetwork(tx, creatorId, network, newCreatorNetwork(randomCode(), ctx.now()))
      await saveCreatorNetwork(tx, { ...creatorNetwork, attempts: 0 })
      return `Reset the ${network} attempts of creator ${creatorId} from ${creatorNetwork.attempts} to 0.`
    }),
})
