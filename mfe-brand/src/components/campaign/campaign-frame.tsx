import type { Logo } from '@reelfair/contracts'
import { Frame } from '@reelfair/ui'

/** A campaign's own banner in a video's frame, so that one knows it at a glance; its name stands beside it. */
export const CampaignFrame = ({ logo: { mediaId, kind } }: { logo: Logo }) => (
  <Frame size="card" banner={`/api/campaigns/media/${mediaId}`} bannerKind={kind} alt="" />
)
