import { brandLogoUrl } from '@reelfair/contracts/address'
import { Avatar, Icon, LoadError, PageSkeleton, TextLink, Wide } from '@reelfair/ui'
import { ApiError, type RemoteProps, useRead, ViewedBrand } from '@reelfair/web-kit'
import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'
import { useText } from '../messages/index.ts'

interface BrandViewProps extends Pick<RemoteProps, 'NotFound'> {
  readonly brandId: string
  readonly children: ReactNode
}

/** A brand's pages as an admin sees them: read-only, below a line that says whose they are. */
export const BrandView = ({ brandId, ...rest }: BrandViewProps) => (
  <ViewedBrand id={brandId}>
    <Named {...rest} />
  </ViewedBrand>
)

function Named({ NotFound, children }: Omit<BrandViewProps, 'brandId'>) {
  const { t } = useText()
  const brand = useRead('brand', '/identity/brand')
  if (brand.isPending) return <PageSkeleton />
  if (!brand.data) {
    if (brand.error instanceof ApiError && ['not_found', 'invalid_input'].includes(brand.error.code)) return <NotFound />
    return (
      <Wide as="main">
        <LoadError title={t('view-failed')} query={brand} />
      </Wide>
    )
  }
  const name = brand.data.brandName ?? brand.data.contactEmail
  return (
    <>
      <aside className="brand-view" aria-label={t('view-title')}>
        <Wide>
          <Icon of={Eye} />
          <Avatar name={name} solid small picture={brand.data.logoId && brandLogoUrl(brand.data.logoId)} />
          <p>{t('view-text', { name })}</p>
          <TextLink href="/admin/brands">{t('view-back')}</TextLink>
        </Wide>
      </aside>
      {children}
    </>
  )
}
