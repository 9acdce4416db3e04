import type { AccountAdded, AccountRemoved } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { putAccount } from '../store/accounts.ts'

type Facts = z.infer<typeof AccountAdded.schema>

/** An account may be invited. */
export const rememberAccount = (facts: Facts, ctx: Context) => put(facts, false, ctx)

/** An account that its creator took away may be invited no more. */
export const forgetAccount = (facts: z.infer<typeof AccountRemoved.schema>, ctx: Context) => put(facts, true, ctx)

const put = ({ accountId, ...facts }: Facts, removed: boolean, ctx: Context) =>
  ctx.transact((tx) => putAccount(tx, { id: accountId, ...facts, removed }))
