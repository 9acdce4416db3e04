import { creditsConsumed } from './credits.ts'
import { creatorAccount, type Earner, kindOfName } from './earnings.ts'
import type { Entry } from './ledger.ts'

/**
 * Recomputed earnings of a sign-up or partnership. `subject` and `creatorId` are absent if its service does not know
 * it.
 */
export interface ComputedEarnings {
  readonly earner: Earner
  readonly id: string
  /** The campaign, or the partnership itself. */
  readonly subject?: string | undefined
  readonly creatorId?: string | undefined
  readonly charged: number
  readonly cents: number
}

export const unknownEarner = (earner: Earner, id: string): ComputedEarnings => ({ earner, id, charged: 0, cents: 0 })

const SUBJECT = { 'sign-up': 'campaign', partnership: 'partnership' } as const

/**
 * @param earned the entries in cents
 * @param consumed the entries in credits
 * @returns one line per difference
 */
export function compareEarner(recomputed: ComputedEarnings, earned: readonly Entry[], consumed: readonly Entry[]): readonly string[] {
  const { earner, charged, cents, subject, creatorId = '' } = recomputed
  const own = [creatorAccount(creatorId, 'accruing').id, creatorAccount(creatorId, 'held').id]
  const [gained, used] = [sum(earned, (account) => own.includes(account)), sum(consumed, (account) => kindOfName(account) === USED)]
  const subjects = new Set([...earned, ...consumed].map(({ why }) => why.subject))
  return [
    ...(gained === cents ? [] : [`${gained} cents in the ledger, recomputed ${cents}`]),
    ...(used === charged ? [] : [`${used} credits used in the ledger, ${charged} views recomputed`]),
    ...[...subjects].filter((one) => one !== subject).map((one) => `an entry is for ${one}, not for its ${SUBJECT[earner]}`),
  ]
}

const USED = kindOfName(creditsConsumed('').id)

const sum = (entries: readonly Entry[], isMeant: (account: string) => boolean) =>
  entries.reduce(
    (total, { postings }) => postings.reduce((inAll, { account, amount }) => (isMeant(account) ? inAll + amount : inAll), total),
    0,
  )
