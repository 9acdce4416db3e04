/** Compares what a sign-up has earned by the ledger with what was reckoned anew. Pure. */
import { creditsConsumed } from './credits.ts'
import { creatorAccount, kindOfName } from './earnings.ts'
import type { Entry } from './ledger.ts'

/** What was reckoned; without `campaignId` and `creatorId` for a sign-up that nobody knows. */
export interface Reckoned {
  readonly signUpId: string
  readonly campaignId?: string | undefined
  readonly creatorId?: string | undefined
  readonly charged: number
  readonly cents: number
}

/** A sign-up that has entries and was not reckoned: campaigns does not know it. */
export const nobodyReckoned = (signUpId: string): Reckoned => ({ signUpId, charged: 0, cents: 0 })

/**
 * @param earned entries of its cents
 * @param consumed entries of the credits that it used
 * @returns the differences, in words; none: they agree
 */
export function differencesOfSignUp(reckoned: Reckoned, earned: readonly Entry[], consumed: readonly Entry[]): readonly string[] {
  const { charged, cents, campaignId, creatorId = '' } = reckoned
  const own = [creatorAccount(creatorId, 'accruing').id, creatorAccount(creatorId, 'held').id]
  const [gained, used] = [sum(earned, (account) => own.includes(account)), sum(consumed, (account) => kindOfName(account) === USED)]
  const subjects = new Set([...earned, ...consumed].map(({ why }) => why.subject))
  return [
    ...(gained === cents ? [] : [`${gained} cents in the ledger, reckoned ${cents}`]),
    ...(used === charged ? [] : [`${used} credits used in the ledger, ${charged} views reckoned`]),
    ...[...subjects].filter((subject) => subject !== campaignId).map((subject) => `an entry is for ${subject}, not for its campaign`),
  ]
}

const USED = kindOfName(creditsConsumed('').id)

const sum = (entries: readonly Entry[], isMeant: (account: string) => boolean) =>
  entries.reduce(
    (total, { postings }) => postings.reduce((inAll, { account, amount }) => (isMeant(account) ? inAll + amount : inAll), total),
    0,
  )
