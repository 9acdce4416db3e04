/** Copies of the platform's settings, taken from identity's events. */
import { businessDayOf } from '@reelfair/rules'
import { type Scope, settingsCopy } from '@reelfair/service-kit'

export const settings = settingsCopy()

/** The rate card of partnerships in force at a time. */
export async function rateCardAt(scope: Scope, at: Date) {
  const { value, validFrom } = await settings.at(scope, 'rate_card', at)
  return { validFrom: businessDayOf(validFrom), centsPer1000: value.partnershipCentsPer1000 }
}
