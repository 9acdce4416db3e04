import type { AccountRemoved, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putAccount } from '../store/accounts.ts'

export const forgetAccount = ({ accountId, ...facts }: DataOf<typeof AccountRemoved>, ctx: Context) =>
  ctx.transact((tx) => putAccount(tx, { id: accountId, ...facts, removed: true, removedAt: ctx.now() }))
