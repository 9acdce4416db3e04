import { useRead } from './queries.ts'

/**
 * Returns the current settings that screens show, such as prices and rates. Prices change at midnight at the
 * earliest.
 * @example const rate = usePublicSettings().data?.rateCard.campaignCentsPer1000
 */
export const usePublicSettings = () => useRead('settings', '/identity/public-settings')
