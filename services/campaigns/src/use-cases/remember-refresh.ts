import type { RefreshCompleted } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { rememberRefreshOf } from '../store/refreshes.ts'

export const rememberRefresh = ({ day, accounts, failed }: z.infer<typeof RefreshCompleted.schema>, ctx: Context) =>
  ctx.transact((tx) => rememberRefreshOf(tx, day, { accounts, failed, heardAt: ctx.now() }))
