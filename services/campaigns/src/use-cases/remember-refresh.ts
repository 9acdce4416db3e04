import type { RefreshCompleted } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { rememberRefreshOf } from '../store/refreshes.ts'

/** Records that a day's views have been read, so that the day's settlement stops waiting for them. */
export const rememberRefresh = ({ day, accounts, failed }: z.infer<typeof RefreshCompleted.schema>, ctx: Context) =>
  ctx.transact((tx) => rememberRefreshOf(tx, day, { accounts, failed, heardAt: ctx.now() }))
