import { keeps, removes, userDeletion } from '@reelfair/service-kit'
import { accounts } from './accounts.ts'
import { attempts } from './attempts.ts'
import { connectionAttempts } from './connection-attempts.ts'
import { creatorNetworks } from './creator-networks.ts'
import { grants } from './grants.ts'
import { messages } from './messages.ts'
import { records } from './records.ts'
import { savedSearches } from './saved-searches.ts'

const ofCreator = (creatorId: string) => ({ creatorId })

/** A username becomes free, so its owner can verify it with a new account. */
export const deletion = userDeletion([
  removes(accounts, ofCreator),
  removes(attempts, ofCreator),
  removes(creatorNetworks, ofCreator),
  removes(connectionAttempts, ofCreator),
  removes(grants, ofCreator),
  removes(records, (id) => ({ id })),
  removes(savedSearches, (id) => ({ id })),
  keeps(messages, 'message ids only'),
])
