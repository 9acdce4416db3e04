import { TERMS, TERMS_NOTICE_DAYS } from '@reelfair/contracts/terms'
import { addDays, businessDayOf } from './business-day.ts'

type Terms = (typeof TERMS)[number]

/**
 * Returns the version that new accounts and campaign sign-ups accept on this business day.
 * @example currentTerms('2026-11-22').version // '1.1'
 */
export const currentTerms = (day: string): Terms => TERMS.findLast(({ publishedOn }) => publishedOn <= day) ?? TERMS[0]

/**
 * First business day on which a version applies to users who accepted an earlier one.
 * @example termsApplyFrom({ publishedOn: '2026-11-22' }) // '2026-12-07'
 */
export const termsApplyFrom = ({ publishedOn }: Pick<Terms, 'publishedOn'>): string => addDays(publishedOn, TERMS_NOTICE_DAYS)

/** @returns -1 for an unknown version */
export const termsPlace = (version: string): number => TERMS.findIndex((terms) => terms.version === version)

/**
 * Whether a session requires a newer version than the one accepted. Sessions that started before the version applied to
 * everyone keep working.
 * @example isTermsOutdated('1.0', new Date('2026-12-06T23:00:00Z')) // true: 7 December in Paris
 */
export const isTermsOutdated = (accepted: string, signedInAt: Date): boolean => {
  const day = businessDayOf(signedInAt)
  return termsPlace(accepted) < TERMS.findLastIndex((terms) => termsApplyFrom(terms) <= day)
}
