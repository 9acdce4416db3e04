/** The complete error table has its own entry point, so that only lazily loaded screens contain it. */
import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { sentenceOf } from '@reelfair/contracts/errors'

/**
 * Returns the message for an error code that a screen sets without a service response.
 * @example sentenceOfCode('verification_slow', 'en')
 */
export const sentenceOfCode = (code: ErrorCode, locale: Locale, details: ErrorDetails = {}): string => sentenceOf(code, details, locale)
