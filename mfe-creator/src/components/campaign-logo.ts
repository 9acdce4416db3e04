import type { Logo } from '@reelfair/contracts'

/** @param way `save` makes the browser download the file instead of showing it */
export const logoUrl = ({ mediaId }: Logo, way: 'show' | 'save' = 'show'): string =>
  `/api/campaigns/media/${mediaId}${way === 'save' ? '?download=1' : ''}`

/** The logo must cover this share of the video frame. @source specification §5 */
export const MIN_LOGO_SHARE = 0.06
