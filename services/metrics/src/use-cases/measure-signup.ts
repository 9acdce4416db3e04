import type { DataOf, SignupCreated } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { NO_TOTALS } from '../domain/assignment.ts'
import { accountKeyOf } from '../store/accounts.ts'
import { assignmentById, endOf, insertAssignment, lockCampaign } from '../store/assignments.ts'
import { deletion } from '../store/erase-user.ts'

/**
 * The campaign may already have ended or may end at the same time. Guard: the sign-up and the campaign's end both write
 * the campaign's lock.
 */
export const measureSignup = (signup: DataOf<typeof SignupCreated>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const { signupId: id, campaignId, brandId, creatorId, accountId, network, externalId, username, code, link, windowDays } = signup
    if (await assignmentById(tx, id)) return
    // The sign-up is settled, and its username and link must not be stored again.
    if (await deletion.isDeleted(tx, creatorId, brandId)) return
    await lockCampaign(tx, campaignId, ctx.now())
    const end = await endOf(tx, campaignId)
    const planned = new Date(signup.endsAt)
    const endsAt = end && end.endedAt < planned ? end.endedAt : planned
    await insertAssignment(tx, {
      id,
      campaignId,
      brandId,
      creatorId,
      accountId,
      network,
      externalId,
      accountKey: accountKeyOf(network, externalId),
      username,
      code,
      link,
      signedUpAt: new Date(signup.startsAt),
      endsAt,
      plannedEnd: planned,
      windowDays,
      isOpen: true,
      final: false,
      finalDueAt: endsAt,
      revision: 0,
      totals: NO_TOTALS,
      days: [],
    })
  })
