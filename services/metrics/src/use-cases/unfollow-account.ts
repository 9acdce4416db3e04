import type { AccountRemoved } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { accountById, putAccount } from '../store/accounts.ts'

/** An account that its creator took away stays as a mark, so that older news do not bring it back. One that was never verified is not known here. */
export const unfollowAccount = ({ accountId, version }: z.infer<typeof AccountRemoved.schema>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const known = await accountById(tx, accountId)
    if (known) await putAccount(tx, { ...known, version, removed: true })
  })
