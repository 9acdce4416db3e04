import { RefreshCompleted, ViewsQualified } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import { type movableClock, type Person, person, type TestApp } from '@reelfair/testkit'
import { settleDuePartnerships } from '../use-cases/settle-day.ts'
import { sendInvitation } from './create-invitation.ts'

interface Counted {
  readonly qualified?: number
  readonly inReview?: number
  readonly removed?: number
  readonly defaults?: readonly object[]
  readonly isFinal?: false | 'end' | 'checks'
  readonly finalReadingMissing?: true
}

/** Accepts an invitation whose beginning has passed, so that its partnership is active. */
export async function createPartnership(
  app: TestApp,
  clock: ReturnType<typeof movableClock>,
  draft: object = {},
  account: object = {},
  by: Person = person('brand'),
) {
  const invitation = await sendInvitation(app, { brand: by, draft: { beginning: businessDayOf(clock.now()), ...draft }, account })
  const accepted = (await invitation.accept()).body
  let revision = 0
  const { id, brand, creator } = invitation
  return {
    ...invitation,
    accepted,
    /** Delivers totals, as after a reading. Views that do not qualify are excluded. */
    async count({ qualified = 0, inReview = 0, defaults = [], isFinal = false, ...more }: Counted, day = businessDayOf(clock.now())) {
      revision += 1
      const totals = { observed: qualified + inReview, qualified, inReview, defaults, excluded: [], videos: [], isFinal, ...more }
      const event = ViewsQualified.of({ ...totals, subject: 'partnership', assignmentId: id, revision, day })
      await app.deliver(event)
      return event
    },
    /** Settles the days from the clock's until `day`. */
    async settleUntil(day: string) {
      clock.set(`${day}T04:00:00Z`)
      await settleDuePartnerships(day, app.context())
    },
    seen: async (who = brand) => (await app.as(who).get(`/partnerships/${id}`)).body,
    seenByCreator: async () => (await app.as(creator).get(`/partnerships/${id}`)).body,
  }
}

export const refreshed = (day: string) => RefreshCompleted.of({ day, accounts: 1, failed: 0 })
