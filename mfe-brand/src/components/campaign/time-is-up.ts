import type { Campaign } from '@reelfair/contracts'

/**
 * Whether a campaign's time is over. Its phase stays the same until the next settlement.
 * @param now in milliseconds since 1970
 */
export const timeIsUp = ({ endsAt }: Pick<Campaign, 'endsAt'>, now: number): boolean => endsAt !== undefined && Date.parse(endsAt) <= now
