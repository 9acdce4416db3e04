import type { Logo } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'

/** @param way `save` makes the browser download the file instead of showing it */
export const logoUrl = ({ mediaId }: Logo, way: 'show' | 'save' = 'show'): string =>
  fileUrl('/campaigns/media/:mediaId', way === 'save' ? { mediaId, download: '1' } : { mediaId })
