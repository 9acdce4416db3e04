import type { AccessEnded, AccessRenewed, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putNewerAccess, type StoredAccess } from '../store/accesses.ts'
import { accountKeyOf } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'

type Access = Omit<StoredAccess, 'version' | 'receivedAt'>

const keep = (access: Access, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, access.creatorId)) return
    await putNewerAccess(tx, { ...access, receivedAt: ctx.now() })
  })

export const keepAccess = (
  { accountId, creatorId, network, externalId, version, sealedToken, scopes, expiresAt }: DataOf<typeof AccessRenewed>,
  ctx: Context,
) =>
  keep(
    {
      id: accountId,
      creatorId,
      network,
      accountKey: accountKeyOf(network, externalId),
      tokenVersion: version,
      sealedToken,
      scopes,
      expiresAt: new Date(expiresAt),
    },
    ctx,
  )

/** Deletes the token. */
export const endAccess = ({ accountId, creatorId, network, externalId, version, endedBy }: DataOf<typeof AccessEnded>, ctx: Context) =>
  keep(
    { id: accountId, creatorId, network, accountKey: accountKeyOf(network, externalId), tokenVersion: version, scopes: [], endedBy },
    ctx,
  )
