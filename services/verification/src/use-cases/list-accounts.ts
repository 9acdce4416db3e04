import { MAX_ACCOUNTS_PER_NETWORK, MAX_ATTEMPTS_PER_NETWORK, Network } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { attemptsLeft, isCodeValid } from '../domain/standing.ts'
import { accountsOf } from '../store/accounts.ts'
import { standingsOf } from '../store/standings.ts'
import { viewAccount } from './view-account.ts'

/** A creator lists their own accounts, oldest first, and how they stand on each network. */
export async function listAccounts(_: unknown, ctx: Context<'creator'>) {
  const now = ctx.now()
  const known = new Map((await standingsOf(ctx, ctx.actor.id)).map((standing) => [standing.network, standing]))
  const items = (await accountsOf(ctx, ctx.actor.id))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((account) => viewAccount(account, { standing: known.get(account.network), now, locale: ctx.locale }))
  const standings = Network.options.map((network) => {
    const standing = known.get(network)
    const code = standing && isCodeValid(standing, now) ? { code: standing.code, codeExpiresAt: standing.codeExpiresAt } : {}
    return {
      network,
      attemptsLeft: standing ? attemptsLeft(standing) : MAX_ATTEMPTS_PER_NETWORK,
      attemptsLimit: MAX_ATTEMPTS_PER_NETWORK,
      ...code,
    }
  })
  return { items, limitPerNetwork: MAX_ACCOUNTS_PER_NETWORK, standings }
}
