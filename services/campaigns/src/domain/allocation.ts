/**
 * Who gets how many of a campaign's views, all sign-ups at once. Pure, and a function of the state alone: neither the order of the sign-ups nor that in which
 * their totals arrived can change it. @source decisions §3
 */

import { divide, rebase, type Shared, type Standing, split, splitFinally } from '@reelfair/rules'

/** A sign-up as the allocation sees it. */
export interface Claim extends Standing {
  readonly id: string
  readonly signedUpAt: Date
}

/** What one sign-up gets, with all that the receipt needs to reckon it again. */
export interface Allotment {
  readonly id: string
  /** Eligible views for which it had been granted nothing yet. */
  readonly demand: number
  readonly granted: number
  /** Views that a refused review gave back. */
  readonly freed: number
  /** Only where the demands exceeded what was left. */
  readonly shared?: Shared
  readonly charged: number
  readonly reserved: number
  /** What the final reading gives back to the brand. */
  readonly returned?: number
}

export interface Allocation {
  /** One for each claim, in the claims' order. */
  readonly allotments: readonly Allotment[]
  /** What the goal left to share, before this allocation. */
  readonly left: number
  readonly charged: number
  readonly reserved: number
  /** `completed`: all is charged. `closed`: all is given out, and part of it waits for reviews. */
  readonly state: 'open' | 'closed' | 'completed'
}

/**
 * Shares what is left of `goal`. What a sign-up holds already stays with it while qualified views, or views in review, bear it: it is charged as far as
 * qualified views reach and reserved for the rest, so a review that says yes turns reserved into charged, and one that says no frees it for this allocation.
 * @param isLast the final settlement: nothing is in review any more, and what qualified views no longer cover returns to the brand
 * @throws Error when more was granted than the goal: a bug elsewhere, and money would be made up
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
  if (left < 0) throw new Error(`${-left} views more than the goal of ${goal} are granted`)
  const wanted = sum(rebased, ({ demand }) => demand)

  const shares = wanted > left ? shareOut(left, wanted, rebased) : undefined
  const allotments = rebased.map(({ claim, held, demand, freed }, index): Allotment => {
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

  const charged = sum(allotments, (one) => one.charged)
  const reserved = sum(allotments, (one) => one.reserved)
  return { allotments, left, charged, reserved, state: charged === goal ? 'completed' : charged + reserved === goal ? 'closed' : 'open' }
}

function shareOut(left: number, wanted: number, rebased: readonly { readonly claim: Claim; readonly demand: number }[]) {
  const parts = rebased.map(({ claim, demand }) => ({ claim, demand, rank: 0, ...divide(left, demand, wanted) }))
  const extras = left - sum(parts, ({ whole }) => whole)
  for (const [place, part] of parts.toSorted(byRank).entries()) part.rank = place + 1
  return parts.map(({ demand, whole, rank }) => {
    const shared: Shared = { numerator: demand, denominator: wanted, rank, extras }
    return { granted: whole + (rank <= extras ? 1 : 0), shared }
  })
}

interface Part {
  readonly claim: Claim
  readonly remainder: number
}

/** The largest remainders first; ties to the earlier sign-up, then by id. */
const byRank = (a: Part, b: Part) =>
  b.remainder - a.remainder || a.claim.signedUpAt.getTime() - b.claim.signedUpAt.getTime() || (a.claim.id < b.claim.id ? -1 : 1)

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  let total = 0
  for (const one of all) total += of(one)
  return total
}
