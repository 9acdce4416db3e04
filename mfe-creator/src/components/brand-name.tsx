import { formatDate } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

/** Adds the brand's registration date if an older brand has a similar name. */
export function BrandName({ brandName, brandSince }: { brandName?: string | undefined; brandSince?: string | undefined }) {
  const { t, locale } = useText()
  return (
    <>
      <bdi className="creator-brand">{brandName ?? t('invitation-brand-unknown')}</bdi>
      {brandSince && ` (${t('brand-since', { day: formatDate(brandSince, locale, { year: true }) })})`}
    </>
  )
}
