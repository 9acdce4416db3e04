import { LoadError, SkeletonBlock, TextLink, type Tile, Tiles } from '@reelfair/ui'
import { useViewedBrand } from '@reelfair/web-kit'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'
import { useCredits, usePartnerships, useSummary } from '../queries.ts'

export function CreditTiles() {
  const { t } = useText()
  const summary = useSummary()
  const partnerships = usePartnerships()
  const isViewed = useViewedBrand() !== undefined
  const { totalViews = 0 } = partnerships.data?.pages[0] ?? {}
  if (summary.isPending || partnerships.isPending) return <SkeletonBlock height={148} />
  return (
    <CreditBalance
      // If campaigns or partnerships fail to load, their sections show the error.
      lead={
        summary.data &&
        partnerships.data && [{ label: t('views-total'), value: summary.data.totalViews + totalViews, note: t('views-total-note') }]
      }
      availableNote={<TextLink href="/brand-dashboard/purchase">{t(isViewed ? 'view-orders' : 'credits-buy')}</TextLink>}
    />
  )
}

export function CreditBalance({ lead = [], availableNote }: { lead?: readonly Tile[] | undefined; availableNote?: ReactNode }) {
  const { t } = useText()
  const credits = useCredits()
  if (credits.isPending) return <SkeletonBlock height={148} />
  if (!credits.data) return <LoadError title={t('credits-failed')} query={credits} />
  const { available, held, spent } = credits.data
  return (
    <Tiles
      sumWord={t('credits-sum')}
      tiles={[
        ...lead,
        {
          label: t('credits-spent'),
          value: spent,
          note: t('credits-spent-note'),
          part: { texture: 'spent', word: t('credits-word-spent') },
        },
        { label: t('credits-held'), value: held, note: t('credits-held-note'), part: { texture: 'held', word: t('credits-word-held') } },
        {
          label: t('credits-available'),
          value: available,
          note: availableNote,
          part: { texture: 'available', word: t('credits-word-available') },
        },
      ]}
    />
  )
}
