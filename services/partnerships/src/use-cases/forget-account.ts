import type { AccountRemoved } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { putAccount } from '../store/accounts.ts'

export const forgetAccount = ({ accountId, ...facts }: z.infer<typeof AccountRemoved.schema>, ctx: Context) =>
  ctx.transact((tx) => putAccount(tx, { id: accountId, ...facts, removed: true, removedAt: ctx.now() }))
