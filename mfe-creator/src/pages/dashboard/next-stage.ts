import type { Account, Balance, Invitation, NetworkStatus, PayoutAccount, SignUp } from '@reelfair/contracts'
import { codeState } from '../../components/code-state.ts'
import { measuredOf, partnershipStage } from '../../components/partnerships/figures.ts'
import type { PartnershipWithVideos } from '../../components/partnerships/queries.ts'
import { isBeingChecked, needsAction } from '../../components/queries.ts'
import { type FaultNow, faultToFix, type Measured, type Risk, riskUntil, stateNow, viewsAtRisk } from '../../components/sign-ups/figures.ts'

/** `balance` and `payout` are undefined if they have not loaded. */
export interface CreatorSituation {
  readonly accounts: readonly Account[]
  readonly networks: readonly NetworkStatus[]
  readonly signUps: readonly SignUp[]
  readonly invitations: readonly Invitation[]
  readonly partnerships: readonly PartnershipWithVideos[]
  readonly balance?: Pick<Balance, 'accruing' | 'held' | 'payable' | 'inTransfer' | 'minimumTransfer' | 'holdings'> | undefined
  readonly payout?: PayoutAccount | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A sign-up or partnership. */
export interface Work extends Measured {
  readonly kind: 'sign-up' | 'partnership'
  /** The campaign's name or the brand's. Missing until the brand's name is known. */
  readonly name: string | undefined
}

export type AccountStage =
  | { readonly at: 'first' }
  | { readonly at: 'connect' | 'code' | 'expired' | 'verifying'; readonly account: Account }

export type WorkStage =
  | { readonly at: 'risk'; readonly work: Work; readonly risk: Risk }
  | { readonly at: 'fault'; readonly work: Work; readonly fault: FaultNow }
  | { readonly at: 'publish'; readonly work: Work }

export type InvitationStage = { readonly at: 'invited'; readonly invitation: Invitation }

export type PlannedStage = { readonly at: 'planned'; readonly partnership: PartnershipWithVideos['partnership'] }

export type MoneyStage =
  | { readonly at: 'set-up' | 'checking' }
  | { readonly at: 'complete'; readonly why: string }
  | { readonly at: 'move' | 'way'; readonly cents: number }
  | { readonly at: 'held'; readonly cents: number; readonly until: string }
  | { readonly at: 'stopped'; readonly why: string }

export type Stage =
  | AccountStage
  | WorkStage
  | InvitationStage
  | PlannedStage
  | MoneyStage
  | { readonly at: 'join' | 'join-again' }
  | { readonly at: 'reading' }

/**
 * Returns the creator's most urgent step. An invitation ranks after views that are being lost, because it waits for up
 * to 24 hours. A deleted video can rarely be restored, so that fault ranks last, just above waiting for the next
 * reading.
 */
export function nextStage(situation: CreatorSituation): Stage {
  const { accounts, networks, signUps, partnerships, balance, payout, now } = situation
  if (!accounts.some(({ verifiedAt }) => verifiedAt !== undefined)) return verification(accounts, networks, now)

  const works = worksOf(situation)
  const { risks, faults, active } = lossesOf(works, now)
  const loss = risks.find(({ risk }) => risk.reason !== 'video_deleted') ?? faults.find(({ fault }) => fault.reason !== 'video_deleted')
  const urgent = loss ?? invitationStage(situation)
  if (urgent) return urgent

  const payable = balance?.payable ?? 0
  const isEnough = balance !== undefined && payable >= balance.minimumTransfer
  if (isEnough && payout?.status === 'active') return { at: 'move', cents: payable }
  if (isEnough && payout && isBeingChecked(payout)) return { at: 'checking' }
  if (isEnough && payout) return setUpStage(payout) ?? { at: 'stopped', why: payout.nextStep }

  const unpublished = active.find((work) => hasNoVideo(work, partnerships))
  if (unpublished) return { at: 'publish', work: unpublished }
  const earned = payable + (balance?.accruing ?? 0) + (balance?.held ?? 0)
  const setUp = earned > 0 && payout && setUpStage(payout)
  if (setUp) return setUp
  const deleted = risks[0] ?? faults[0]
  if (deleted) return deleted
  if (active.length > 0 || works.some(({ state }) => state === 'closed')) return { at: 'reading' }
  const planned = plannedStage(situation)
  if (planned) return planned
  if (signUps.length === 0 && partnerships.length === 0) return { at: 'join' }
  if (balance && balance.inTransfer > 0) return { at: 'way', cents: balance.inTransfer }
  const held = balance?.holdings[0]
  return held && works.some(({ state }) => state === 'ended') ? { at: 'held', cents: held.amount, until: held.until } : { at: 'join-again' }
}

/** Planned partnerships are left out: nothing can be lost or published yet. */
function worksOf({ signUps, partnerships, now }: CreatorSituation): Work[] {
  const begun = partnerships.filter(({ partnership }) => partnershipStage(partnership, now) !== 'planned')
  return [
    ...signUps.map((signUp): Work => ({ ...signUp, kind: 'sign-up', name: signUp.campaignName })),
    ...begun.map(
      ({ partnership, videos }): Work => ({
        ...measuredOf(partnership, videos, now),
        kind: 'partnership',
        name: partnership.brandName,
      }),
    ),
  ]
}

function lossesOf(works: readonly Work[], now: number) {
  const risks = works
    .flatMap((work) => viewsAtRisk(work).map((risk) => ({ at: 'risk', work, risk, until: riskUntil(risk, work, now).at }) as const))
    .toSorted((a, b) => a.until.localeCompare(b.until))
  const active = works.filter((work) => stateNow(work, now) === 'active').toSorted((a, b) => a.endsAt.localeCompare(b.endsAt))
  const faults = active.flatMap((work) => {
    const fault = faultToFix(work)
    return fault ? [{ at: 'fault', work, fault } as const] : []
  })
  return { risks, faults, active }
}

/** A partnership's videos load separately; until then, it is not known whether there is one. */
function hasNoVideo({ id, kind, videos }: Work, partnerships: readonly PartnershipWithVideos[]): boolean {
  if (videos.length > 0) return false
  return kind === 'sign-up' || partnerships.find(({ partnership }) => partnership.id === id)?.videos !== undefined
}

/** The invitation that expires first. */
function invitationStage({ invitations, now }: CreatorSituation): InvitationStage | undefined {
  const [invitation] = invitations
    .filter(({ status, expiresAt }) => status === 'pending' && expiresAt !== undefined && Date.parse(expiresAt) > now)
    .toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''))
  return invitation && { at: 'invited', invitation }
}

function plannedStage({ partnerships, now }: CreatorSituation): PlannedStage | undefined {
  const [next] = partnerships
    .map(({ partnership }) => partnership)
    .filter((partnership) => partnershipStage(partnership, now) === 'planned')
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return next && { at: 'planned', partnership: next }
}

/** Undefined if the creator cannot do anything about the account now. */
function setUpStage(payout: PayoutAccount): MoneyStage | undefined {
  if (payout.status === 'none' || payout.status === 'closed') return { at: 'set-up' }
  return needsAction(payout) && !isBeingChecked(payout) ? { at: 'complete', why: payout.nextStep } : undefined
}

function verification(accounts: readonly Account[], networks: readonly NetworkStatus[], now: number): Stage {
  const verifying = accounts.find(({ status }) => status === 'verifying')
  if (verifying) return { at: 'verifying', account: verifying }
  const [open] = accounts
  if (!open) return { at: 'first' }
  const byCode = accounts.filter(({ network }) => !networks.some((one) => one.network === network && one.connect === 'required'))
  const [coded] = byCode
  if (!coded) return { at: 'connect', account: open }
  const usable = byCode.find((account) => codeState(account, now) === 'usable')
  return usable ? { at: 'code', account: usable } : { at: 'expired', account: coded }
}
