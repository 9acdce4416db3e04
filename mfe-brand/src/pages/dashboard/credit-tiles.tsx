import { ErrorPanel, SkeletonBlock, TextLink, Tiles } from '@reelfair/ui'
import { useCredits, useSummary } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

/** The views of all campaigns; spent, held and available credits, and their sum. */
export function CreditTiles() {
  const { t } = useText()
  const credits = useCredits()
  const summary = useSummary()
  if (credits.isPending || summary.isPending) return <SkeletonBlock height={148} />
  if (!credits.data) {
    return <ErrorPanel title={t('credits-failed')} error={credits.error} onRetry={credits.refetch} busy={credits.isFetching} />
  }
  const { available, held, spent } = credits.data
  return (
    <Tiles
      sumWord={t('credits-sum')}
      tiles={[
        // Without the summary the part below says what failed; the credits stand all the same.
        ...(summary.data ? [{ label: t('views-total'), value: summary.data.totalViews, note: t('views-total-note') }] : []),
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
          note: <TextLink href="/brand-dashboard/purchase">{t('credits-buy')}</TextLink>,
          part: { texture: 'available', word: t('credits-word-available') },
        },
      ]}
    />
  )
}
