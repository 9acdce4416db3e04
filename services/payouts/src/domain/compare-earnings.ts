import { creditsConsumed } from './credits.ts'
import { creatorAccount, kindOfName } from './earnings.ts'
import type { Entry } from './ledger.ts'

/** `campaignId` and `creatorId` are absent if the campaigns service does not know the sign-up. */
export interface ComputedEarnings {
  readonly signUpId: string
  readonly campaignId?: string | undefined
  readonly creatorId?: string | undefined
  readonly charged: number
  readonly cents: number
}

/** Recomputed earnings of a sign-up that the campaigns service does not know. */
export const unknownSignUp = (signUpId: string): ComputedEarnings => ({ signUpId, charged: 0, cents: 0 })

/**
 * @param earned the sign-up's entries in cents
 * @param consumed the sign-up's entries in credits
 * @returns one line per difference
 */
export function compareSignUp(recomputed: ComputedEarnings, earned: readonly Entry[], consumed: readonly Entry[]): readonly string[] {
  const { charged, cents, campaignId, creatorId = '' } = recomputed
  const own = [creatorAccount(creatorId, 'accruing').id, creatorAccount(creatorId, 'held').id]
  const [gained, used] = [sum(earned, (account) => own.includes(account)), sum(consumed, (account) => kindOfName(account) === USED)]
  const subjects = new Set([...earned, ...consumed].map(({ why }) => why.subject))
  return [
    ...(gained === cents ? [] : [`${gained} cents in the ledger, recomputed ${cents}`]),
    ...(used === charged ? [] : [`${used} credits used in the ledger, ${charged} views recomputed`]),
    ...[...subjects].filter((subject) => subject !== campaignId).map((subject) => `an entry is for ${subject}, not for its campaign`),
  ]
}

const USED = kindOfName(creditsConsumed('').id)

const sum = (entries: readonly Entry[], isMeant: (account: string) => boolean) =>
  entries.reduce(
    (total, { postings }) => postings.reduce((inAll, { account, amount }) => (isMeant(account) ? inAll + amount : inAll), total),
    0,
  )
