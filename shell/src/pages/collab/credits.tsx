import { formatCount, LoadError, SkeletonText, TextLink } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { useText } from './messages/index.ts'

/** Shows the credits left after the hold, or those that are missing, before anything is sent. */
export function Credits({ name, views }: { name: string; views: number }) {
  const { t, locale } = useText()
  const credits = useRead('credits', '/payouts/credits')
  if (credits.isPending) return <SkeletonText lines={3} />
  if (!credits.data) return <LoadError title={t('credits-failed')} query={credits} />
  const left = credits.data.available - views
  const count = (figure: number) => formatCount(figure, locale)
  return (
    <div>
      <h4 className="collab-label">{t('credits-title')}</h4>
      <dl className="collab-sum" aria-live="polite">
        <div>
          <dt>{t('credits-available')}</dt>
          <dd>{count(credits.data.available)}</dd>
        </div>
        <div>
          <dt>{t('credits-held', { name })}</dt>
          <dd>{count(-views)}</dd>
        </div>
        <div className="collab-sum-total" data-short={left < 0 || undefined}>
          <dt>{t(left < 0 ? 'credits-missing' : 'credits-left')}</dt>
          <dd>{count(Math.abs(left))}</dd>
        </div>
      </dl>
      {left < 0 && (
        <TextLink href={`/brand-dashboard/purchase?missing=${-left}`} target="_blank" rel="noopener">
          {t('credits-buy', { count: -left, missing: count(-left) })}
        </TextLink>
      )}
    </div>
  )
}
