import type { AccountRemoved, VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { accounts } from '../store/accounts.ts'

/** What the network says of a verified account; an older word changes nothing. */
export const rememberAccount = ({ accountId, ...facts }: VerifiedAccountFacts, ctx: Context) =>
  ctx.transact((tx) => accounts.putNewer(tx, { ...facts, id: accountId, isRemoved: false }))

/** It joins nothing any more; what it has joined stays. Of an account that was never verified nothing is known here. */
export const forgetAccount = ({ accountId, version }: z.infer<typeof AccountRemoved.schema>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const known = await accounts.byId(tx, accountId)
    if (known) await accounts.putNewer(tx, { ...known, version, isRemoved: true })
  })
