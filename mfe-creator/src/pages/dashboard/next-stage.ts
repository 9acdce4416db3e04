import type { Account, Balance, PayoutAccount, SignUp } from '@reelfair/contracts'
import { codeState } from '../../components/code-state.ts'
import { isBeingChecked, needsAction } from '../../components/queries.ts'
import { type FaultNow, faultToFix, type Risk, riskUntil, stateNow, viewsAtRisk } from '../../components/sign-ups/figures.ts'

/** `balance` and `payout` are undefined if they have not loaded. */
export interface CreatorSituation {
  readonly accounts: readonly Account[]
  readonly signUps: readonly SignUp[]
  readonly balance?: Pick<Balance, 'accruing' | 'held' | 'payable' | 'inTransfer' | 'minimumTransfer' | 'holdings'> | undefined
  readonly payout?: PayoutAccount | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

export type AccountStage = { readonly at: 'first' } | { readonly at: 'code' | 'expired' | 'verifying'; readonly account: Account }

export type SignUpStage =
  | { readonly at: 'risk'; readonly signUp: SignUp; readonly risk: Risk }
  | { readonly at: 'fault'; readonly signUp: SignUp; readonly fault: FaultNow }
  | { readonly at: 'publish'; readonly signUp: SignUp }

export type MoneyStage =
  | { readonly at: 'set-up' | 'checking' }
  | { readonly at: 'complete'; readonly why: string }
  | { readonly at: 'move' | 'way'; readonly cents: number }
  | { readonly at: 'held'; readonly cents: number; readonly until: string }
  | { readonly at: 'stopped'; readonly why: string }

export type Stage = AccountStage | SignUpStage | MoneyStage | { readonly at: 'join' | 'join-again' } | { readonly at: 'reading' }

/**
 * Returns the creator's most urgent step. A deleted video can rarely be restored, so that fault ranks last, just above
 * waiting for the next reading.
 */
export function nextStage({ accounts, signUps, balance, payout, now }: CreatorSituation): Stage {
  if (!accounts.some(({ verifiedAt }) => verifiedAt !== undefined)) return verification(accounts, now)

  const risks = signUps
    .flatMap((signUp) => viewsAtRisk(signUp).map((risk) => ({ at: 'risk', signUp, risk, until: riskUntil(signUp, now).at }) as const))
    .toSorted((a, b) => a.until.localeCompare(b.until))
  const active = signUps.filter((signUp) => stateNow(signUp, now) === 'active')
  const soonest = active.toSorted((a, b) => a.endsAt.localeCompare(b.endsAt))
  const faults = soonest.flatMap((signUp) => {
    const fault = faultToFix(signUp)
    return fault ? [{ at: 'fault', signUp, fault } as const] : []
  })
  const loss = risks.find(({ risk }) => risk.reason !== 'video_deleted') ?? faults.find(({ fault }) => fault.reason !== 'video_deleted')
  if (loss) return loss

  const payable = balance?.payable ?? 0
  const isEnough = balance !== undefined && payable >= balance.minimumTransfer
  if (isEnough && payout?.status === 'active') return { at: 'move', cents: payable }
  if (isEnough && payout && isBeingChecked(payout)) return { at: 'checking' }
  if (isEnough && payout) return setUpStage(payout) ?? { at: 'stopped', why: payout.nextStep }

  const unpublished = soonest.find(({ videos }) => videos.length === 0)
  if (unpublished) return { at: 'publish', signUp: unpublished }
  const earned = payable + (balance?.accruing ?? 0) + (balance?.held ?? 0)
  const setUp = earned > 0 && payout && setUpStage(payout)
  if (setUp) return setUp
  const deleted = risks[0] ?? faults[0]
  if (deleted) return deleted
  if (active.length > 0 || signUps.some(({ state }) => state === 'closed')) return { at: 'reading' }
  if (signUps.length === 0) return { at: 'join' }
  if (balance && balance.inTransfer > 0) return { at: 'way', cents: balance.inTransfer }
  const held = balance?.holdings[0]
  return held && signUps.some(({ state }) => state === 'ended')
    ? { at: 'held', cents: held.amount, until: held.until }
    : { at: 'join-again' }
}

/** Undefined if the creator cannot do anything about the account now. */
function setUpStage(payout: PayoutAccount): MoneyStage | undefined {
  if (payout.status === 'none' || payout.status === 'closed') return { at: 'set-up' }
  return needsAction(payout) && !isBeingChecked(payout) ? { at: 'complete', why: payout.nextStep } : undefined
}

function verification(accounts: readonly Account[], now: number): Stage {
  const verifying = accounts.find(({ status }) => status === 'verifying')
  if (verifying) return { at: 'verifying', account: verifying }
  const [open] = accounts
  if (!open) return { at: 'first' }
  const usable = accounts.find((account) => codeState(account, now) === 'usable')
  return usable ? { at: 'code', account: usable } : { at: 'expired', account: open }
}
