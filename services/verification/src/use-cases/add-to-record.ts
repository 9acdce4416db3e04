import type { DataOf, PartnershipSettled } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { addToRecord as add } from '../store/records.ts'

const dateOf = (instant: string | undefined) => (instant === undefined ? undefined : new Date(instant))

export const addToRecord = (
  { partnershipId, creatorId, version, tier, observed, qualified, ...at }: DataOf<typeof PartnershipSettled>,
  ctx: Context,
) =>
  ctx.transact(async (tx) => {
    if (await deletion.isDeleted(tx, creatorId)) return
    const [startsAt, settledAt, firstVideoAt] = [new Date(at.startsAt), new Date(at.settledAt), dateOf(at.firstVideoAt)]
    await add(tx, creatorId, { partnershipId, version, tier, observed, qualified, startsAt, settledAt, firstVideoAt })
  })
