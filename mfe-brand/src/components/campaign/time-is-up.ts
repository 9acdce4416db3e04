import type { Campaign } from '@reelfair/contracts'

/**
 * Whether a campaign's time is over; until the settlement that follows, its phase still says that it runs.
 * @param now milliseconds since 1970
 */
export const timeIsUp = ({ endsAt }: Pick<Campaign, 'endsAt'>, now: number): boolean => endsAt !== undefined && Date.parse(endsAt) <= now
