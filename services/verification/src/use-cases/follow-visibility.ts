import { type AccountSeen, AccountUpdated, type DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts, saveAccount } from '../store/accounts.ts'

/**
 * Metrics reads the accounts in campaigns and partnerships each night. Statistics that are newer than its reading win.
 */
export const followVisibility = ({ accountId, isPublic, ageRestricted, seenAt }: DataOf<typeof AccountSeen>, ctx: Context): Promise<void> =>
  ctx.transact(async (tx) => {
    const account = await accounts.byId(tx, accountId)
    if (!account?.statsAt || account.statsAt >= new Date(seenAt)) return
    if (account.isPublic === isPublic && account.ageRestricted === ageRestricted) return
    // A creator who makes the account public again can refresh the statistics immediately.
    const isHidden = !isPublic || ageRestricted
    const nextStatsAt = isHidden ? undefined : account.nextStatsAt
    const saved = await saveAccount(tx, { ...account, isPublic, ageRestricted, nextStatsAt })
    tx.emit(AccountUpdated.of(saved, { accountId }))
  })
