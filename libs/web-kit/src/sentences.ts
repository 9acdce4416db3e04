/** For screens that come to a code by themselves, which have a lazy chunk of their own: this entry brings the whole table of errors. */
import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { sentenceOf } from '@reelfair/contracts/errors'

/**
 * The table's sentence of a code that a screen itself comes to, without an answer of a service.
 * @example sentenceOfCode('verification_slow', 'en')
 */
export const sentenceOfCode = (code: ErrorCode, locale: Locale, details: ErrorDetails = {}): string => sentenceOf(code, details, locale)
