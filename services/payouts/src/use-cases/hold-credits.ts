import {
  type CampaignRequested,
  CreditsHeld,
  CreditsRefused,
  type DataOf,
  type HoldKind,
  type InvitationRequested,
} from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { accountsOfHold, brandCredits, decideHold, type Hold } from '../domain/credits.ts'
import { updateCampaign } from '../store/campaigns.ts'
import { deletion } from '../store/erase-user.ts'
import { findHold, insertHold } from '../store/holds.ts'
import { balanceOf, postEntry, prefetchAccounts } from '../store/ledger.ts'

/**
 * Holds the credits, or emits how many are missing. Guards: one decision per campaign or invitation (its id); one
 * ledger entry per cause; the brand's account, which all concurrent requests must update.
 */
async function holdCreditsIn(
  tx: Tx,
  ask: { kind: HoldKind; id: string; brandId: string; credits: number; title?: string | undefined; creatorId?: string },
  ctx: Context,
): Promise<Hold> {
  const decided = await findHold(tx, ask)
  if (decided) return decided
  await prefetchAccounts(tx, accountsOfHold(ask))
  const available = await balanceOf(tx, brandCredits(ask.brandId))
  const { hold, entry } = decideHold(ask, available, ctx.now())
  if (entry) await postEntry(tx, entry, ctx)
  await insertHold(tx, hold)
  tx.emit(entry ? CreditsHeld.of(hold) : CreditsRefused.of(hold))
  return hold
}

/** Also stores the campaign's name for statements. A refused campaign's name expires with the refusal. */
export const holdCreditsForCampaign = (event: DataOf<typeof CampaignRequested>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const { campaignId, brandId, viewsGoal, name, version } = event
    const hold = await holdCreditsIn(tx, { kind: 'campaign', id: campaignId, brandId, credits: viewsGoal }, ctx)
    const refused = hold.status === 'refused' ? { refusedAt: hold.decidedAt } : {}
    const named = (await deletion.isDeleted(tx, brandId)) ? {} : { name, nameVersion: version }
    await updateCampaign(tx, campaignId, brandId, { ...named, ...refused })
  })

export const holdCreditsForInvitation = (
  { invitationId, brandId, creatorId, viewsGoal, username }: DataOf<typeof InvitationRequested>,
  ctx: Context,
) =>
  ctx.transact(async (tx) => {
    const title = (await deletion.isDeleted(tx, creatorId)) ? undefined : username
    const ask = { kind: 'invitation', id: invitationId, brandId, creatorId, credits: viewsGoal, title } as const
    return holdCreditsIn(tx, ask, ctx)
  })
