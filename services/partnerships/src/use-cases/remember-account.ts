import type { AccountAdded, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putAccount } from '../store/accounts.ts'

export const rememberAccount = ({ accountId, ...facts }: DataOf<typeof AccountAdded>, ctx: Context) =>
  ctx.transact((tx) => putAccount(tx, { id: accountId, ...facts, removed: false }))
