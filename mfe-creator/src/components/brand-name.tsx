import { formatDate } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

/** A brand as creators read it: its name, and when it registered if an older brand's name looks alike. */
export function BrandName({ brandName, brandSince }: { brandName?: string | undefined; brandSince?: string | undefined }) {
  const { t, locale } = useText()
  return (
    <>
      <bdi>{brandName ?? t('invitation-brand-unknown')}</bdi>
      {brandSince && ` (${t('brand-since', { day: formatDate(brandSince, locale, { year: true }) })})`}
    </>
  )
}
