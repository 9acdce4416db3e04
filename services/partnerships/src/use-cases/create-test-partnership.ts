import { refuse, type TestPartnership } from '@reelfair/contracts'
import { businessDayOf, finalSettlementAt, settlementDayOf } from '@reelfair/rules'
import { type Context, found, type Tx } from '@reelfair/service-kit'
import { type Invitation, requestInvitation } from '../domain/invitation.ts'
import { accept, settleDay } from '../domain/partnership.ts'
import type { Ports } from '../ports.ts'
import { accountOfUsername } from '../store/accounts.ts'
import { insertInvitation, saveInvitation } from '../store/invitations.ts'
import { anyLogoOf } from '../store/logos.ts'
import { freeCode, insertPartnership, type Partnership, saveStep } from '../store/partnerships.ts'
import { rateCardAt } from '../store/settings.ts'
import { viewInvitation } from './view-invitation.ts'

/** @source specification §7, `create_test_partnership_and_complete` */
const TEST_VIEWS = 5_000

/** Room for the partnership’s week and its final checks before today. */
const DAYS_AGO = 12
const DAY = 86_400_000

export const showTestPartnerships = async (_: unknown, ctx: Context<'admin', Ports>) => ({ isAvailable: ctx.ports.isSandbox })

/**
 * Sandbox only: invites the account on the brand's behalf. Once the credits are held, `completeTestIn` does the rest.
 */
export async function createTestPartnership({ brandId, username }: TestPartnership, ctx: Context<'admin', Ports>) {
  if (!ctx.ports.isSandbox) refuse('not_found')
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    const account = found(await accountOfUsername(tx, username))
    const logo = (await anyLogoOf(tx, brandId)) ?? refuse('media_required')
    const draft = {
      accountId: account.id,
      mediaId: logo.mediaId,
      weeklyViewsGoal: TEST_VIEWS,
      link: 'https://example.com/',
      caption: 'Test',
      beginning: businessDayOf(at),
      origin: 'search' as const,
    }
    const { invitation, event } = requestInvitation(draft, account, {
      id: ctx.newId(),
      brandId,
      logo,
      rateCard: await rateCardAt(tx, at),
      at,
    })
    const test = await insertInvitation(tx, { ...invitation, isTest: true })
    tx.emit(event)
    return viewInvitation(tx, test, at)
  })
}

/** Accepts the invitation as if twelve days ago, and settles the partnership with its goal reached. */
export async function completeTestIn(tx: Tx, invitation: Invitation, now: Date): Promise<void> {
  const at = new Date(now.getTime() - DAYS_AGO * DAY)
  const made = { code: await freeCode(tx), windowDays: 7, at }
  const accepted = accept({ ...invitation, beginning: businessDayOf(at) }, made)
  await saveInvitation(tx, { ...accepted.invitation, isOpen: undefined, endedAt: now })
  tx.emit(accepted.event)
  const { endsAt, viewsGoal } = accepted.partnership
  const [lastDay, finalDay] = [settlementDayOf(endsAt), businessDayOf(finalSettlementAt(endsAt))]
  const views = { observed: viewsGoal, qualified: viewsGoal, inReview: 0, defaults: [], excluded: [] }
  const totals = { revision: 1, day: finalDay, ...views, isFinal: 'checks' as const }
  let partnership = await insertPartnership(tx, {
    ...accepted.partnership,
    status: 'active',
    dueAt: undefined,
    isTest: true,
    totals,
    nextSettlement: lastDay,
  })
  for (const day of [lastDay, finalDay]) {
    const step = settleDay<Partnership>(partnership, day)
    if (step) partnership = await saveStep(tx, step)
  }
}
