import type { Account } from '@reelfair/contracts'

/**
 * Whether an account's code is still valid. A code expires after 24 hours.
 * @param now milliseconds since 1970
 */
export const codeState = ({ code, codeExpiresAt }: Pick<Account, 'code' | 'codeExpiresAt'>, now: number): 'usable' | 'over' =>
  code !== undefined && codeExpiresAt !== undefined && Date.parse(codeExpiresAt) > now ? 'usable' : 'over'
