import type { Campaign } from '@reelfair/contracts'

/**
 * Whether a campaign's time is up. The campaign's phase changes only at the next settlement.
 * @param now milliseconds since 1970
 */
export const timeIsUp = ({ endsAt }: Pick<Campaign, 'endsAt'>, now: number): boolean => endsAt !== undefined && Date.parse(endsAt) <= now
