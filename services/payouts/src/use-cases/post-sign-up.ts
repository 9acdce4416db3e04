import type { DataOf, SignupCredited, SignupSettled } from '@reelfair/contracts'
import type { WorkContext } from '../ports.ts'
import { postTotalsIn, settleTotalsIn, type Totals } from './post-totals.ts'

const totalsOf = ({ signupId, campaignId, brandId, ...event }: DataOf<typeof SignupSettled>): Totals => ({
  ...event,
  earner: 'sign-up',
  id: signupId,
  hold: { kind: 'campaign', id: campaignId, brandId },
})

/** Uses credits and posts cents for newly allocated views. */
export const postSignUp = (event: DataOf<typeof SignupCredited>, ctx: WorkContext) =>
  ctx.transact((tx) => postTotalsIn(tx, totalsOf(event), ctx))

/** Final settlement of a sign-up: makes its total earnings payable. */
export const postFinalSignUp = (event: DataOf<typeof SignupSettled>, ctx: WorkContext) =>
  ctx.transact((tx) => settleTotalsIn(tx, totalsOf(event), ctx))
