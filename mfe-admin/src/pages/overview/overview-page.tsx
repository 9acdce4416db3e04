import { DensePage, EmptyState, formatDateTime, LoadError, SkeletonRows, TextLink } from '@reelfair/ui'
import { usePage, useRead } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { LatestReading } from './latest-reading.tsx'
import { OpenReviews } from './open-reviews.tsx'
import { PartnershipCount } from './partnership-count.tsx'

export function OverviewPage() {
  const { t, locale } = useText()
  usePage(t('overview-title'))
  const readings = useRead('readings', '/metrics/readings/latest')
  return (
    <DensePage title={t('overview-title')} note={t('overview-note')}>
      <section className="admin-part" aria-labelledby="reading">
        <h2 id="reading">{t('reading-title')}</h2>
        {readings.isPending && <SkeletonRows rows={4} height={36} />}
        {readings.isError && !readings.data && <LoadError title={t('reading-failed')} query={readings} />}
        {readings.data && !readings.data.last && (
          <EmptyState title={t('reading-none')}>
            <p>{t('reading-none-text', { at: formatDateTime(readings.data.nextAt, locale) })}</p>
          </EmptyState>
        )}
        {readings.data?.last && <LatestReading last={readings.data.last} nextAt={readings.data.nextAt} />}
      </section>
      <section className="admin-part" aria-labelledby="reviews">
        <h2 id="reviews">{t('overview-reviews')}</h2>
        <OpenReviews />
      </section>
      <section className="admin-part" aria-labelledby="partnerships">
        <h2 id="partnerships">{t('partnerships-title')}</h2>
        <PartnershipCount />
      </section>
      <section className="admin-part" aria-labelledby="brands">
        <h2 id="brands">{t('brands-title')}</h2>
        <p>
          <TextLink href="/admin/brands">{t('overview-brands-go')}</TextLink>
        </p>
      </section>
    </DensePage>
  )
}
