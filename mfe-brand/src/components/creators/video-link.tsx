import type { ReactNode } from 'react'

/** The video on its network, in a tab of its own. */
export const VideoLink = ({ url, children }: { url: string; children: ReactNode }) => (
  <a className="rf-link" href={url} target="_blank" rel="noopener noreferrer">
    <bdi>{children}</bdi>
  </a>
)
