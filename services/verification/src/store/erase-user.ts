import { keeps, removes, type Tx, userDeletion } from '@reelfair/service-kit'
import { accounts } from './accounts.ts'
import { attempts } from './attempts.ts'
import { connectionAttempts } from './connection-attempts.ts'
import { creatorNetworks } from './creator-networks.ts'
import { grants, grantsOf } from './grants.ts'
import { messages } from './messages.ts'
import { records } from './records.ts'
import { insertRevocation, revocations } from './revocations.ts'
import { savedSearches } from './saved-searches.ts'
import { pictures, showcases } from './showcases.ts'

const ofCreator = (creatorId: string) => ({ creatorId })

/** The consents must also be revoked at the network. */
async function eraseGrants(tx: Tx, creatorId: string, now: Date): Promise<number> {
  const some = await grantsOf(tx, creatorId)
  for (const { sealedGrant, ...grant } of some) {
    if (sealedGrant !== undefined) await insertRevocation(tx, { ...grant, sealedGrant }, now)
    await grants.remove(tx, grant)
  }
  return some.length
}

/** A username becomes free, so its owner can verify it with a new account. */
export const deletion = userDeletion([
  removes(accounts, ofCreator),
  removes(attempts, ofCreator),
  removes(creatorNetworks, ofCreator),
  removes(connectionAttempts, ofCreator),
  { collection: grants.name, erase: eraseGrants },
  removes(showcases, ofCreator),
  removes(pictures, ofCreator),
  removes(records, (id) => ({ id })),
  removes(savedSearches, (id) => ({ id })),
  keeps(revocations, 'encrypted tokens without their creator, for at most seven days'),
  keeps(messages, 'message ids only'),
])
