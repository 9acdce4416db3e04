import type { Logo } from '@reelfair/contracts'

/**
 * Where a campaign's logo is.
 * @param way `save` has the browser keep the file instead of showing it
 */
export const logoAddress = ({ mediaId }: Logo, way: 'show' | 'save' = 'show'): string =>
  `/api/campaigns/media/${mediaId}${way === 'save' ? '?download=1' : ''}`

/** Of a video's picture that the logo has to take. @source specification §5 */
export const LEAST_LOGO_SHARE = 0.06
