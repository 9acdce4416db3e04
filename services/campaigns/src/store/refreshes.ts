import { refreshCopy } from '@reelfair/service-kit'

export const refreshes = refreshCopy()
