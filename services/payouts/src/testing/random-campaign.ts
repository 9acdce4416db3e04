/** A random campaign that follows the rules of the campaigns service. */
import {
  CampaignEnded,
  CampaignRequested,
  CampaignSettled,
  type EventDraft,
  type HoldKind,
  SignupCredited,
  SignupSettled,
} from '@reelfair/contracts'
import { earnedCents } from '@reelfair/rules'
import { times } from '@reelfair/testkit'

const FINAL_CHECKS_MS = 3 * 86_400_000

/** Nothing follows the other phases. */
export const OPEN_PHASES: ReadonlySet<string> = new Set(['invited', 'running', 'ended'])

/** Each step returns the events that the service would publish. */
export interface RandomCampaign {
  readonly id: string
  readonly kind: HoldKind
  readonly requested: EventDraft
  /** The events of one that ends before it starts. */
  unfunded(at: Date): readonly EventDraft[]
  phase(): string
  nextDay(creatorId: string, at: Date): readonly EventDraft[]
  nextPhase(at: Date): readonly EventDraft[]
  totals(): Readonly<Record<'consumed' | 'creditsHeld' | 'earned' | 'accruing' | 'centsHeld', number>>
}

/** @param chance returns a random integer from 0 up to, but not including, its argument */
export function randomCampaign(brandId: string, chance: (below: number) => number): RandomCampaign {
  const facts = { campaignId: crypto.randomUUID(), brandId }
  const goal = (1 + chance(5)) * 1_000
  // Higher than real rates, so that creators reach the minimum transfer amount.
  const centsPer1000 = 200 + chance(800)
  let phase: 'running' | 'ended' | 'settled' = 'running'
  let version = 1
  let signUps: readonly { signupId: string; creatorId: string; version: number; charged: number; reserved: number }[] = []

  const sum = (of: (signUp: (typeof signUps)[number]) => number) => signUps.reduce((total, signUp) => total + of(signUp), 0)
  const chargedSum = () => sum(({ charged }) => charged)
  const centsOf = ({ charged }: { charged: number }) => earnedCents(charged, centsPer1000)

  /**
   * The final settlement decides all reviews. Only then may a sign-up lose charged views, which return to the brand.
   */
  function settleDay(at: Date, isLast = false): EventDraft[] {
    let left = goal - sum(({ charged, reserved }) => charged + reserved)
    const events: EventDraft[] = []
    signUps = signUps.map((before) => {
      const decided = isLast ? before.reserved : chance(before.reserved + 1)
      const approved = chance(decided + 1)
      left += decided - approved
      const granted = [0, left, chance(left + 1)][chance(3)] as number
      left -= granted
      const inReview = isLast || chance(2) === 0 ? 0 : chance(granted + 1)
      const counted = before.charged + approved + granted - inReview
      const returned = isLast ? ([0, counted, chance(counted + 1)][chance(3)] as number) : 0
      const [charged, reserved] = [counted - returned, before.reserved - decided + inReview]
      const isChanged = charged !== before.charged || reserved !== before.reserved
      if (!isChanged && !isLast) return before
      const after = { ...before, charged, reserved, version: before.version + 1 }
      const data = { ...facts, ...after, cents: centsOf(after) }
      if (isChanged && returned === 0) events.push(SignupCredited.of(data, { day: at.toISOString().slice(0, 10) }))
      if (isLast) events.push(SignupSettled.of(data))
      return after
    })
    return events
  }

  function end(at: Date): EventDraft {
    phase = 'ended'
    version += 1
    const [charged, reserved] = [chargedSum(), sum((signUp) => signUp.reserved)]
    const kept = signUps.length === 0 ? 0 : goal - charged - reserved
    const dates = { endedAt: at, payableAt: new Date(at.getTime() + FINAL_CHECKS_MS) }
    return CampaignEnded.of({ ...facts, status: charged === goal ? 'completed' : 'failed', charged, reserved, kept, version, ...dates })
  }

  const requested = CampaignRequested.of({ ...facts, name: 'x', network: 'tiktok', viewsGoal: goal, version })
  return {
    id: facts.campaignId,
    kind: 'campaign',
    requested,
    unfunded(at) {
      return [requested, ...this.nextPhase(at), ...this.nextPhase(at)]
    },
    phase: () => phase,
    /**
     * Settles a day. A running campaign also gains the creator as a sign-up, and ends once its whole goal is charged.
     */
    nextDay(creatorId, at) {
      if (phase === 'running' && signUps.every((signUp) => signUp.creatorId !== creatorId))
        signUps = [...signUps, { signupId: crypto.randomUUID(), creatorId, version: 1, charged: 0, reserved: 0 }]
      const events = times(1 + chance(2), () => settleDay(at)).flat()
      return phase === 'running' && chargedSum() === goal ? [...events, end(at)] : events
    },
    nextPhase(at) {
      if (phase === 'running') return [...settleDay(at), end(at)]
      const events = settleDay(at, true)
      phase = 'settled'
      version += 1
      const charged = chargedSum()
      return [...events, CampaignSettled.of({ ...facts, status: charged === goal ? 'completed' : 'failed', charged, version })]
    },
    totals() {
      const [charged, cents] = [chargedSum(), sum(centsOf)]
      const isEmpty = phase === 'settled' || (phase === 'ended' && signUps.length === 0)
      return {
        consumed: charged,
        creditsHeld: isEmpty ? 0 : goal - charged,
        earned: cents,
        accruing: phase === 'running' ? cents : 0,
        centsHeld: phase === 'ended' ? cents : 0,
      }
    },
  }
}
