import { MAX_ACCOUNTS_PER_NETWORK } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isCodeValid } from '../domain/standing.ts'
import { accountsOf } from '../store/accounts.ts'
import { standingsOf } from '../store/standings.ts'

/** A creator lists their own accounts, oldest first, each with its network's code as long as one is needed and valid. */
export async function listAccounts(_: unknown, ctx: Context<'creator'>) {
  const now = ctx.now()
  const standings = new Map((await standingsOf(ctx, ctx.actor.id)).map((standing) => [standing.network, standing]))
  const accounts = await accountsOf(ctx, ctx.actor.id)
  const items = accounts
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((account) => {
      const standing = standings.get(account.network)
      const isNeeded = account.status !== 'verified' && standing && isCodeValid(standing, now)
      return isNeeded ? { ...account, code: standing.code, codeExpiresAt: standing.codeExpiresAt } : account
    })
  return { items, limitPerNetwork: MAX_ACCOUNTS_PER_NETWORK }
}
