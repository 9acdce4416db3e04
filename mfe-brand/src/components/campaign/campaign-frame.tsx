import type { Logo } from '@reelfair/contracts'
import { Frame } from '@reelfair/ui'

/** A campaign's banner in a video frame. Decorative, because the campaign's name is always next to it. */
export const CampaignFrame = ({ logo: { mediaId, kind } }: { logo: Logo }) => (
  <Frame size="card" banner={`/api/campaigns/media/${mediaId}`} bannerKind={kind} alt="" />
)
