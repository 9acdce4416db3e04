import type { PicturePath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { pictureById } from '../store/showcases.ts'

/** Public, because the id is random and only responses that may show the picture contain it. */
export async function showPicture({ pictureId }: PicturePath, ctx: Context<'visitor'>) {
  const { type, picture } = await pictureById(ctx, pictureId)
  return { type, picture: Buffer.from(picture, 'base64') }
}
