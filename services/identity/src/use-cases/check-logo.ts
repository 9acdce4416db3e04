import { BRAND_LOGO_SIDE, refuse } from '@reelfair/contracts'
import { type Picture, PictureFault, readPicture } from '@reelfair/service-kit'

/**
 * @param announced the content type that the client sent; must match the file's content
 * @throws Refusal `brand_logo_type`, `brand_logo_unreadable`, `brand_logo_size`
 */
export function checkLogo(file: Buffer, announced: string): Picture {
  const logo = pictureIn(file, announced)
  const { width, height } = logo
  const { min, max } = BRAND_LOGO_SIDE
  if (Math.min(width, height) < min || Math.max(width, height) > max) refuse('brand_logo_size', { width, height })
  return logo
}

function pictureIn(file: Buffer, announced: string): Picture {
  try {
    return readPicture(file, announced)
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error
    return refuse(`brand_logo_${error.kind}`)
  }
}
