/** Days whose views have been read. */
import { refreshCopy } from '@reelfair/service-kit'

export const refreshes = refreshCopy()
