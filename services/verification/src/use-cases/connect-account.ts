import { AccountVerified, type Network, refuse, usernameKey } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import type { AccountStats, Grant } from '@reelfair/social'
import { randomCode } from '../adapters/random-code.ts'
import { verifyAccount } from '../domain/account.ts'
import { newCreatorNetwork } from '../domain/creator-network.ts'
import type { Ports } from '../ports.ts'
import { type Account, findByExternalId, findByName, holderOf, saveAccount } from '../store/accounts.ts'
import { lockCreatorNetwork } from '../store/creator-networks.ts'
import { deletion } from '../store/erase-user.ts'
import { requestShowcase } from '../store/showcases.ts'
import { addAccountIn } from './add-account.ts'
import { isFree } from './is-free.ts'
import { putGrant } from './keep-grant.ts'
import { revokeLater } from './revoke-consent.ts'

interface Connected {
  readonly grant: Grant
  readonly stats: AccountStats
}

/**
 * Verifies the account by its owner's consent, and stores the consent if we read the network with it. Does not count as
 * one of the attempts, because nothing can be guessed. Guards: the unique indexes `account_taken` and `username_taken`;
 * the creator network.
 */
export const connectAccount = (network: Network, { grant, stats }: Connected, ctx: Context<'creator', Ports>): Promise<Account> =>
  ctx.transact(async (tx) => {
    await deletion.refuseIfClosing(tx, ctx.actor.id)
    const account = await accountFor(tx, network, stats, ctx)
    const { username } = account
    // A running verification by code no longer finds its attempt in the account, and so changes nothing.
    const saved = await saveAccount(tx, verifyAccount(account, { ...stats, username }, ctx.now()))
    await requestShowcase(tx, saved, ctx.now())
    tx.emit(AccountVerified.of(saved, { accountId: saved.id }))
    // Where the workflow reads the network, the consent only proves whose account it is.
    if (ctx.ports.isOfficial(network)) await putGrant(tx, saved, grant, ctx)
    else await revokeLater(tx, { network, externalId: stats.externalId, grant }, ctx)
    return saved
  })

/** The creator's account with this id, which may have a new username, or with this username, or a new one. */
async function accountFor(tx: Tx, network: Network, { externalId, username }: AccountStats, ctx: Context<'creator'>): Promise<Account> {
  const creatorId = ctx.actor.id
  await lockCreatorNetwork(tx, creatorId, network, newCreatorNetwork(randomCode(), ctx.now()))
  const known = await findByExternalId(tx, network, externalId)
  if (known) {
    if (known.creatorId !== creatorId) return refuse('account_taken')
    return (await isFree(tx, known, username, ctx)) ? { ...known, username, usernameKey: usernameKey(username) } : known
  }
  const holder = await holderOf(tx, network, usernameKey(username))
  const named = await findByName(tx, creatorId, network, username)
  if (holder && holder.id !== named?.id) return refuse('username_taken')
  return named ?? (await addAccountIn(tx, { network, username }, ctx)).account
}
