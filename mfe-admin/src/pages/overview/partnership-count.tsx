import { LoadError, SkeletonRows, TextLink, Tiles } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

/** The service counts no further. @source contracts: `AdminPartnerships` */
const MOST = 10_000

export function PartnershipCount() {
  const { t } = useText()
  const partnerships = useRead('partnerships', '/partnerships/admin/partnerships', { limit: 1 })
  if (partnerships.isPending) return <SkeletonRows rows={2} height={36} />
  if (!partnerships.data) return <LoadError title={t('partnerships-failed')} query={partnerships} />
  const { matching } = partnerships.data
  return (
    <>
      <Tiles tiles={[{ label: t(matching < MOST ? 'overview-partnerships' : 'overview-partnerships-more'), value: matching }]} />
      <p>
        <TextLink href="/admin/partnerships">{t('overview-partnerships-go')}</TextLink>
      </p>
    </>
  )
}
