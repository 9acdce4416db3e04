import type { Account } from '@reelfair/contracts'

/** @param now milliseconds since 1970 */
export const codeState = ({ code, codeExpiresAt }: Pick<Account, 'code' | 'codeExpiresAt'>, now: number): 'usable' | 'over' =>
  code !== undefined && codeExpiresAt !== undefined && Date.parse(codeExpiresAt) > now ? 'usable' : 'over'
