import type { VerifiedAccountFacts } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'

export const rememberAccount = ({ accountId, followers: _, isPublic: __, ...facts }: VerifiedAccountFacts, ctx: Context) =>
  ctx.transact((tx) => accounts.putNewer(tx, { ...facts, id: accountId }))
