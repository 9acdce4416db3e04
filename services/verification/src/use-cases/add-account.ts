import { AccountAdded, type AccountInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { countAccount, newStanding, withValidCode } from '../domain/standing.ts'
import { checkUsername } from '../domain/username.ts'
import { insertAccount } from '../store/accounts.ts'
import { lockStanding, saveStanding } from '../store/standings.ts'
import { viewAccount } from './view-account.ts'

/** A creator adds an account, unverified. Guards: unique (creator, network, username); the standing, which counts the creator's accounts there. */
export async function addAccount({ network, username }: AccountInput, ctx: Context<'creator'>) {
  checkUsername(network, username)
  const creatorId = ctx.actor.id
  const fresh = randomCode()
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    const locked = await lockStanding(tx, creatorId, network, newStanding(fresh, at))
    const account = await insertAccount(tx, { id: ctx.newId(), creatorId, network, username, status: 'unverified', createdAt: at })
    const standing = countAccount(withValidCode(locked, fresh, at), at)
    await saveStanding(tx, standing)
    tx.emit(AccountAdded.of(account, { accountId: account.id }))
    return viewAccount(account, { standing, now: at, locale: ctx.locale })
  })
}
