import type { AccountAdded } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { putAccount } from '../store/accounts.ts'

export const rememberAccount = ({ accountId, ...facts }: z.infer<typeof AccountAdded.schema>, ctx: Context) =>
  ctx.transact((tx) => putAccount(tx, { id: accountId, ...facts, removed: false }))
