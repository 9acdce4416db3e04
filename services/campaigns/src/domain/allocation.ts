/**
 * Who gets how many of a campaign's views, all sign-ups at once. Pure, and a function of the state alone: neither the order of the sign-ups nor that in which
 * their totals arrived can change it. @source decisions §3
 */

/** A sign-up as the allocation sees it; all views are counted from the sign-up on. */
export interface Claim {
  readonly id: string
  readonly signedUpAt: Date
  readonly qualified: number
  readonly inReview: number
  /** What it was granted so far: for good, and until a review decides. */
  readonly charged: number
  readonly reserved: number
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
}

/** The exact share of `left` is `left × numerator / denominator`; rounded down, and one view more for those whose remainders rank first. */
export interface Shared {
  /** This sign-up's demand, and the sum of all. */
  readonly numerator: number
  readonly denominator: number
  /** 1 is the largest remainder; equal ones rank by time of sign-up. */
  readonly rank: number
  /** How many sign-ups get one view more. */
  readonly extras: number
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
 * @throws Error when more was granted than the goal: a bug elsewhere, and money would be made up
 */
export function allocate({ goal, claims }: { readonly goal: number; readonly claims: readonly Claim[] }): Allocation {
  const rebased = claims.map(rebase)
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
      ...split(claim, held + granted),
    }
  })

  const charged = sum(allotments, (one) => one.charged)
  const reserved = sum(allotments, (one) => one.reserved)
  return { allotments, left, charged, reserved, state: charged === goal ? 'completed' : charged + reserved === goal ? 'closed' : 'open' }
}

interface Rebased {
  readonly claim: Claim
  /** What it keeps of what it was granted. */
  readonly held: number
  readonly freed: number
  readonly demand: number
}

/** What a sign-up holds on to, before anything is shared. */
export function rebase(claim: Claim): Rebased {
  const eligible = claim.qualified + claim.inReview
  const granted = claim.charged + claim.reserved
  // What is charged stays so, whatever becomes of the figures.
  const held = Math.max(claim.charged, Math.min(granted, eligible))
  return { claim, held, freed: granted - held, demand: Math.max(0, eligible - held) }
}

/** Of what is granted in all, first what rests on qualified views is charged. */
export function split(claim: Claim, granted: number) {
  const charged = Math.max(claim.charged, Math.min(granted, claim.qualified))
  return { charged, reserved: granted - charged }
}

function shareOut(left: number, wanted: number, rebased: readonly Rebased[]) {
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

/**
 * `left × demand / wanted` as a whole number and its remainder. The product of the largest goal, 500,000, and of any demand below 18 milliards of views is
 * exact in a double; only beyond that big integers are needed.
 */
export function divide(left: number, demand: number, wanted: number): { whole: number; remainder: number } {
  const product = left * demand
  if (!Number.isSafeInteger(product)) {
    const exact = BigInt(left) * BigInt(demand)
    return { whole: Number(exact / BigInt(wanted)), remainder: Number(exact % BigInt(wanted)) }
  }
  const remainder = product % wanted
  return { whole: (product - remainder) / wanted, remainder }
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  let total = 0
  for (const one of all) total += of(one)
  return total
}
