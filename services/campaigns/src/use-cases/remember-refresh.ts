import type { DataOf, RefreshCompleted } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { rememberRefreshOf } from '../store/refreshes.ts'

export const rememberRefresh = ({ day, accounts, failed }: DataOf<typeof RefreshCompleted>, ctx: Context) =>
  ctx.transact((tx) => rememberRefreshOf(tx, day, { accounts, failed, heardAt: ctx.now() }))
