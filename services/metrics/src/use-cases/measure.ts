import type { DataOf, PartnershipStarted, SignupCreated, Subject } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { NO_TOTALS } from '../domain/assignment.ts'
import { accountKeyOf } from '../store/accounts.ts'
import { assignmentById, endOf, insertAssignment, lockSubject } from '../store/assignments.ts'
import { deletion } from '../store/erase-user.ts'

export const measureSignup = ({ signupId: id, campaignId, ...facts }: DataOf<typeof SignupCreated>, ctx: Context) =>
  measure({ ...facts, id, subject: 'campaign', subjectId: campaignId }, ctx)

export const measurePartnership = ({ partnershipId: id, ...facts }: DataOf<typeof PartnershipStarted>, ctx: Context) =>
  measure({ ...facts, id, subject: 'partnership', subjectId: id }, ctx)

type Facts = Pick<
  DataOf<typeof SignupCreated>,
  'brandId' | 'creatorId' | 'accountId' | 'externalId' | 'network' | 'username' | 'code' | 'link' | 'startsAt' | 'endsAt' | 'windowDays'
> & { readonly id: string; readonly subject: Subject; readonly subjectId: string }

/**
 * The campaign or partnership may already have ended or may end at the same time. Guard: the assignment and the end
 * both write the subject's lock.
 */
function measure(facts: Facts, ctx: Context): Promise<void> {
  const { id, subject, subjectId, brandId, creatorId, accountId, network, externalId, username, code, link, windowDays } = facts
  return ctx.transact(async (tx) => {
    if (await assignmentById(tx, id)) return
    // The assignment is settled, and its username and link must not be stored again.
    if (await deletion.isDeleted(tx, creatorId, brandId)) return
    await lockSubject(tx, subjectId, ctx.now())
    const end = await endOf(tx, subjectId)
    const planned = new Date(facts.endsAt)
    const endsAt = end && end.endedAt < planned ? end.endedAt : planned
    await insertAssignment(tx, {
      id,
      subject,
      subjectId,
      brandId,
      creatorId,
      accountId,
      network,
      externalId,
      accountKey: accountKeyOf(network, externalId),
      username,
      code,
      link,
      signedUpAt: new Date(facts.startsAt),
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
}
