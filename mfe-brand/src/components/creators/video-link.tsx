import { DELETED_LINK } from '@reelfair/contracts/deleted'
import type { ReactNode } from 'react'

/** A deleted creator's links are erased. */
export const VideoLink = ({ url, children }: { url: string; children: ReactNode }) =>
  url === DELETED_LINK ? (
    <bdi>{children}</bdi>
  ) : (
    <a className="rf-link" href={url} target="_blank" rel="noopener noreferrer">
      <bdi>{children}</bdi>
    </a>
  )
