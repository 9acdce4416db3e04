/** Entry with the complete error table, for lazily loaded screens that show error codes without a service response. */
import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { sentenceOf } from '@reelfair/contracts/errors'

/**
 * Returns the message for an error code that a screen determines itself, without a service response.
 * @example sentenceOfCode('verification_slow', 'en')
 */
export const sentenceOfCode = (code: ErrorCode, locale: Locale, details: ErrorDetails = {}): string => sentenceOf(code, details, locale)
