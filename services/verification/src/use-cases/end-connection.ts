import type { AccountPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { loadOwnAccount } from '../store/accounts.ts'
import { grantOf } from '../store/grants.ts'
import { insertRevocation } from '../store/revocations.ts'
import { endGrant } from './keep-grant.ts'

/** Ends the grant. A worker revokes its tokens at the network, for up to 7 days. The account stays verified. */
export const endConnection = ({ accountId }: AccountPath, ctx: Context<'creator', Ports>): Promise<void> =>
  ctx.transact(async (tx) => {
    await loadOwnAccount(tx, accountId, ctx.actor.id)
    const grant = await grantOf(tx, accountId)
    if (grant?.sealedGrant === undefined) return
    await endGrant(tx, grant, 'creator', ctx)
    await insertRevocation(tx, { ...grant, sealedGrant: grant.sealedGrant, id: ctx.newId() }, ctx.now())
  })
