import type { Logo } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { Frame } from '@reelfair/ui'

/** The `alt` is empty, because the campaign's name is always next to the banner. */
export const CampaignFrame = ({ logo: { mediaId, kind } }: { logo: Logo }) => (
  <Frame size="card" banner={fileUrl('/campaigns/media/:mediaId', { mediaId })} bannerKind={kind} alt="" />
)
