import type { EventDraft } from '@reelfair/contracts'
import type { SettlingCampaign } from '../domain/campaign.ts'
import { type AllocationLine, applyRow, finish, planDay, type SettlingSignUp } from '../domain/settlement.ts'

/**
 * Plans a day and applies the plan in memory, as `settle-campaign.ts` does in the database.
 * @returns only the sign-ups that changed
 */
export function settleDay<Campaign extends SettlingCampaign, SignUp extends SettlingSignUp>(
  campaign: Campaign,
  signUps: readonly SignUp[],
  day: string,
) {
  const plan = planDay(campaign, signUps, day)
  if (!plan) return undefined
  const changed: SignUp[] = []
  const lines: AllocationLine[] = []
  const events: EventDraft[] = []
  for (const [index, signUp] of signUps.entries()) {
    const row = plan.rowOf(index)
    if (!row) continue
    const applied = applyRow(signUp, row, plan)
    changed.push(applied.signUp)
    if (applied.line) lines.push(applied.line)
    for (const event of applied.events) events.push(event)
  }
  const finished = finish(campaign, plan)
  return { campaign: finished.campaign, signUps: changed, lines, events: [...events, ...finished.events], unchecked: plan.unchecked }
}
