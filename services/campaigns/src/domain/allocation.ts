/**
 * Allocates a campaign's views to all its sign-ups together. The result depends only on the current state, not on the
 * order of sign-ups or of totals.
 * @source decisions §3
 */

import { type AllocationShare, divide, rebase, type SignUpViews, split, splitFinally } from '@reelfair/rules'

export interface Claim extends SignUpViews {
  readonly id: string
  readonly signedUpAt: Date
}

/** One sign-up's allocation, with every figure that the receipt needs to recompute it. */
export interface SignUpAllocation {
  readonly id: string
  /** Eligible views that have not been allocated yet. */
  readonly demand: number
  readonly granted: number
  /** Views freed by rejected reviews. */
  readonly freed: number
  /** Present only if the sign-ups demanded more than the unallocated views. */
  readonly shared?: AllocationShare
  readonly charged: number
  readonly reserved: number
  /** Views that return to the brand at the final settlement. */
  readonly returned?: number
}

export interface Allocation {
  readonly allocations: readonly SignUpAllocation[]
  /** The goal's unallocated views before the allocation. */
  readonly left: number
  readonly charged: number
  readonly reserved: number
  /** `completed`: all views are charged. `closed`: all views are allocated, but some are still in review. */
  readonly state: 'open' | 'closed' | 'completed'
}

/**
 * Allocates a campaign's unallocated views: charges qualified views, reserves views in review, and frees views whose
 * review was rejected.
 * @param isLast final settlement: no views are in review, and allocated views that are not qualified return to the
 * brand
 * @throws Error if the allocated views exceed the goal, which would create money
 */
export function allocate({
  goal,
  claims,
  isLast = false,
}: {
  readonly goal: number
  readonly claims: readonly Claim[]
  readonly isLast?: boolean
}): Allocation {
  const rebased = claims.map((claim) => ({ claim, ...rebase(claim) }))
  const left = goal - sum(rebased, ({ held }) => held)
  if (left < 0) throw new Error(`allocated ${-left} more views than the goal of ${goal}`)
  const wanted = sum(rebased, ({ demand }) => demand)

  const shares = wanted > left ? shareOut(left, wanted, rebased) : undefined
  const allocations = rebased.map(({ claim, held, demand, freed }, index): SignUpAllocation => {
    const share = shares?.[index]
    const granted = share ? share.granted : demand
    return {
      id: claim.id,
      demand,
      granted,
      freed,
      ...(share && demand > 0 && { shared: share.shared }),
      ...(isLast ? splitFinally : split)(claim, held + granted),
    }
  })

  const charged = sum(allocations, (one) => one.charged)
  const reserved = sum(allocations, (one) => one.reserved)
  return { allocations, left, charged, reserved, state: charged === goal ? 'completed' : charged + reserved === goal ? 'closed' : 'open' }
}

function shareOut(left: number, wanted: number, rebased: readonly { readonly claim: Claim; readonly demand: number }[]) {
  const parts = rebased.map(({ claim, demand }) => ({ claim, demand, rank: 0, ...divide(left, demand, wanted) }))
  const extras = left - sum(parts, ({ whole }) => whole)
  for (const [place, part] of parts.toSorted(byRank).entries()) part.rank = place + 1
  return parts.map(({ demand, whole, rank }) => {
    const shared: AllocationShare = { numerator: demand, denominator: wanted, rank, extras }
    return { granted: whole + (rank <= extras ? 1 : 0), shared }
  })
}

interface Part {
  readonly claim: Claim
  readonly remainder: number
}

const byRank = (a: Part, b: Part) =>
  b.remainder - a.remainder || a.claim.signedUpAt.getTime() - b.claim.signedUpAt.getTime() || (a.claim.id < b.claim.id ? -1 : 1)

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  let total = 0
  for (const one of all) total += of(one)
  return total
}
