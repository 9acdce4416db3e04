/** Encrypts grants, whose tokens read a creator's account. */
import type { KeyObject } from 'node:crypto'
import { seal, unseal } from '@reelfair/service-kit'
import type { Grant } from '@reelfair/social'
import { z } from 'zod'

const StoredGrant = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  accessExpiresAt: z.coerce.date(),
  scopes: z.array(z.string()),
})

export const sealGrant = (grant: Grant, key: KeyObject): string => seal(JSON.stringify(grant), key)

/** @throws Error if the text was sealed with another ACCESS_KEY */
export function unsealGrant(sealed: string, key: KeyObject): Grant {
  const text = unseal(sealed, key)
  if (text === undefined) throw new Error('a grant was encrypted with another ACCESS_KEY')
  return StoredGrant.parse(JSON.parse(text))
}
