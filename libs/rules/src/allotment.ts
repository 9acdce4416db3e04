/**
 * What one sign-up holds, asks for and is charged: the parts of an allocation that its receipt reckons again. Whole views everywhere. @source decisions §3
 */

/** How a sign-up stands before a day is settled; all views are counted from the sign-up on. */
export interface Standing {
  readonly qualified: number
  readonly inReview: number
  /** What it was granted so far: for good, and until a review decides. */
  readonly charged: number
  readonly reserved: number
  /** What the final reading took off views that qualified or were in review. Credits granted for them are shared among nobody. */
  readonly removed?: number | undefined
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

/**
 * What a sign-up holds on to before anything is shared, what a refused review gave back, and for how many views it has been granted nothing yet. What is charged
 * stays so until the final settlement; what is reserved stays as far as views in review bear it, or views that the final reading took off.
 * @example rebase({ qualified: 60, inReview: 10, charged: 60, reserved: 40 }) // { held: 70, freed: 30, demand: 0 }
 */
export function rebase({ qualified, inReview, charged, reserved, removed = 0 }: Standing): {
  readonly held: number
  readonly freed: number
  readonly demand: number
} {
  const eligible = qualified + inReview
  const granted = charged + reserved
  const held = Math.max(charged, Math.min(granted, eligible + removed))
  return { held, freed: granted - held, demand: Math.max(0, eligible - held) }
}

/**
 * Of what is granted in all, first what rests on qualified views is charged; the rest waits for reviews.
 * @param granted at least what `rebase` says is held
 * @example split({ qualified: 60, charged: 10 }, 100) // { charged: 60, reserved: 40 }
 */
export function split(
  { qualified, charged: before }: Pick<Standing, 'qualified' | 'charged'>,
  granted: number,
): { readonly charged: number; readonly reserved: number } {
  const charged = Math.max(before, Math.min(granted, qualified))
  return { charged, reserved: granted - charged }
}

/**
 * The final settlement: only qualified views are charged, also when that is less than before. What else was granted returns to the brand.
 * @source decisions §5
 * @example splitFinally({ qualified: 5_000 }, 6_000) // { charged: 5_000, reserved: 0, returned: 1_000 }
 */
export function splitFinally(
  { qualified }: Pick<Standing, 'qualified'>,
  granted: number,
): { readonly charged: number; readonly reserved: 0; readonly returned: number } {
  const charged = Math.min(granted, qualified)
  return { charged, reserved: 0, returned: granted - charged }
}

/**
 * `left × demand / wanted` as a whole number and its remainder, exact for any safe integers. The product of the largest goal, 500,000, and of any demand below
 * 18 milliards of views is exact in a double; only beyond that big integers are needed.
 * @param wanted the sum of all demands, more than 0
 * @example divide(4_000, 3_000, 9_000) // { whole: 1333, remainder: 3000 }
 */
export function divide(left: number, demand: number, wanted: number): { readonly whole: number; readonly remainder: number } {
  const product = left * demand
  if (!Number.isSafeInteger(product)) {
    const exact = BigInt(left) * BigInt(demand)
    return { whole: Number(exact / BigInt(wanted)), remainder: Number(exact % BigInt(wanted)) }
  }
  const remainder = product % wanted
  return { whole: (product - remainder) / wanted, remainder }
}

/**
 * What a demand gets of what is left where all demands exceed it: its exact share rounded down, and one view more for those whose remainders rank first.
 * @param demand of this sign-up, as it is reckoned: not what `shared` says it was
 * @example shareOf(100, 100, { denominator: 300, rank: 1, extras: 1 }) // 34
 */
export const shareOf = (left: number, demand: number, { denominator, rank, extras }: Omit<Shared, 'numerator'>): number =>
  divide(left, demand, denominator).whole + (rank <= extras ? 1 : 0)
