import type { PublicCampaign } from '@reelfair/contracts'
import { brandLogoUrl } from '@reelfair/contracts/address'
import { Avatar, formatDate } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

interface BrandNameProps {
  readonly of: Pick<PublicCampaign, 'brandName' | 'brandSince' | 'brandLogoId'>
}

/** Adds the brand's registration date if an older brand has a similar name. */
export function BrandName({ of: { brandName, brandSince, brandLogoId } }: BrandNameProps) {
  const { t, locale } = useText()
  return (
    <>
      {brandName !== undefined && <Avatar name={brandName} solid small picture={brandLogoId && brandLogoUrl(brandLogoId)} />}
      <bdi className="creator-brand">{brandName ?? t('invitation-brand-unknown')}</bdi>
      {brandSince && ` (${t('brand-since', { day: formatDate(brandSince, locale, { year: true }) })})`}
    </>
  )
}
