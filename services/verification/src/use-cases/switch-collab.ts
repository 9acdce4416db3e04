import { AccountUpdated, type CollabInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { switchCollab as withCollab } from '../domain/account.ts'
import { loadOwnAccount, saveAccount } from '../store/accounts.ts'
import { grantOf } from '../store/grants.ts'
import { viewAccount } from './view-account.ts'

/** Opens or closes the account's public page. */
export async function switchCollab({ accountId, isOpen }: CollabInput, ctx: Context<'creator'>) {
  return ctx.transact(async (tx) => {
    const account = await loadOwnAccount(tx, accountId, ctx.actor.id)
    const saved = await saveAccount(tx, withCollab(account, isOpen))
    tx.emit(AccountUpdated.of(saved, { accountId }))
    return viewAccount(saved, { grant: await grantOf(tx, accountId), now: ctx.now(), locale: ctx.locale })
  })
}
