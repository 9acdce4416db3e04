/** Copies of the platform's settings, taken from identity's events. */
import { settingsCopy } from '@reelfair/service-kit'

export const settings = settingsCopy()
