import { MAX_ACCOUNTS_PER_NETWORK, MAX_ATTEMPTS_PER_NETWORK, Network } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { attemptsLeft, isCodeValid } from '../domain/creator-network.ts'
import type { Ports } from '../ports.ts'
import { accountsOf } from '../store/accounts.ts'
import { creatorNetworksOf } from '../store/creator-networks.ts'
import { grantsOf } from '../store/grants.ts'
import { viewAccount } from './view-account.ts'

export async function listAccounts(_: unknown, ctx: Context<'creator', Ports>) {
  const now = ctx.now()
  const known = new Map((await creatorNetworksOf(ctx, ctx.actor.id)).map((one) => [one.network, one]))
  const consents = new Map((await grantsOf(ctx, ctx.actor.id)).map((one) => [one.id, one]))
  const { apps } = ctx.ports
  const items = (await accountsOf(ctx, ctx.actor.id))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((account) =>
      viewAccount(account, {
        creatorNetwork: known.get(account.network),
        grant: consents.get(account.id),
        now,
        locale: ctx.locale,
      }),
    )
  const networks = Network.options.map((network) => {
    const creatorNetwork = known.get(network)
    const code =
      creatorNetwork && isCodeValid(creatorNetwork, now) ? { code: creatorNetwork.code, codeExpiresAt: creatorNetwork.codeExpiresAt } : {}
    return {
      network,
      attemptsLeft: creatorNetwork ? attemptsLeft(creatorNetwork) : MAX_ATTEMPTS_PER_NETWORK,
      attemptsLimit: MAX_ATTEMPTS_PER_NETWORK,
      ...code,
      connect: apps[network] && connectOf(network, ctx.ports),
    }
  })
  return { items, limitPerNetwork: MAX_ACCOUNTS_PER_NETWORK, networks }
}

const connectOf = (network: Network, { needsConsent, isOfficial }: Ports) => {
  if (needsConsent(network)) return 'required' as const
  return isOfficial(network) ? ('offered' as const) : ('verifies' as const)
}
