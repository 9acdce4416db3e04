import type { SettingValue } from '@reelfair/contracts'
import { businessDayOf, type DatedValue } from '@reelfair/rules'

/**
 * The rate that a campaign keeps.
 * @example campaignCardOf(await settings.at(tx, 'rate_card', at)).centsPer1000 // 10
 */
export const campaignCardOf = ({ value, validFrom }: DatedValue<SettingValue<'rate_card'>>) => ({
  validFrom: businessDayOf(validFrom),
  centsPer1000: value.campaignCentsPer1000,
})
