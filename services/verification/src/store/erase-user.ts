import { keeps, removes, userDeletion } from '@reelfair/service-kit'
import { accounts } from './accounts.ts'
import { attempts } from './attempts.ts'
import { creatorNetworks } from './creator-networks.ts'
import { messages } from './messages.ts'

const ofCreator = (creatorId: string) => ({ creatorId })

/** A username becomes free, so its owner can verify it with a new account. */
export const deletion = userDeletion([
  removes(accounts, ofCreator),
  removes(attempts, ofCreator),
  removes(creatorNetworks, ofCreator),
  keeps(messages, 'message ids only'),
])
