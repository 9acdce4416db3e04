/** Screens can load this file without the schemas. */

interface Terms {
  readonly version: string
  /** First business day on which new accounts and campaign sign-ups accept this version. */
  readonly publishedOn: string
}

/**
 * All versions, oldest first; append only. `/terms/<version>` shows each one from its publication onwards.
 * @source specification §2, decisions §7
 */
export const TERMS = [
  { version: '1.0', publishedOn: '2025-08-23' },
  { version: '1.1', publishedOn: '2026-11-22' },
] as const satisfies readonly Terms[]

export type TermsVersion = (typeof TERMS)[number]['version']

/** Days until a new version applies to users who accepted an earlier one. @source specification §5 */
export const TERMS_NOTICE_DAYS = 15
