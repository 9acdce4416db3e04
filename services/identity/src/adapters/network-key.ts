import { createHmac, type KeyObject } from 'node:crypto'
import { networkOf } from '@reelfair/service-kit'

/** Identifies a network without storing it. Needs a key, because anyone could hash all four billion IPv4 addresses. */
export const networkKeyOf = (ip: string | undefined, key: KeyObject): string =>
  createHmac('sha256', key)
    .update(networkOf(ip ?? ''))
    .digest('base64url')
