import type { Logo } from '@reelfair/contracts'

/** @param way `save` makes the browser download the file instead of showing it */
export const logoUrl = ({ mediaId }: Logo, way: 'show' | 'save' = 'show'): string =>
  `/api/campaigns/media/${mediaId}${way === 'save' ? '?download=1' : ''}`
