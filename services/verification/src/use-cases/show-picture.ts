import { type PicturePath, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'
import { pictureById } from '../store/showcases.ts'

/** Only responses that may show the picture contain its random id, but a reader may keep it. */
export async function showPicture({ pictureId }: PicturePath, ctx: Context<'visitor'>) {
  const { type, picture, accountId } = await pictureById(ctx, pictureId)
  const account = await accounts.byId(ctx, accountId)
  if (!account?.isPublic || account.ageRestricted || account.isClosing) return refuse('not_found')
  return { type, picture: Buffer.from(picture, 'base64') }
}
