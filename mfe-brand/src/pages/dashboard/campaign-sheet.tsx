import type { Campaign } from '@reelfair/contracts'
import { Countdown, Frame, formatCount, formatDateTime, ReasonChip, Sheet, ViewBar } from '@reelfair/ui'
import { categoryLabel } from '../../components/categories.ts'
import { useText } from '../../messages/index.ts'

/** One campaign: what was asked for, and what became of it. Its state changes by itself while one looks. */
export function CampaignSheet({ campaign }: { campaign: Campaign }) {
  const { t, locale } = useText()
  const { name, viewsGoal, actualViews, category, language, network, createdAt, endsAt, status } = campaign
  const audience = [
    categoryLabel(category, locale),
    language ? t(`language-${language}`) : t('campaign-any-language'),
    t(`network-${network}`),
  ]
  return (
    <Sheet as="article" label={name}>
      <div className="brand-campaign">
        <Frame size="list" />
        <div className="brand-campaign-head">
          <div>
            <h3 className="brand-campaign-name">
              <bdi>{name}</bdi>
            </h3>
            <p className="rf-note">{audience.join(', ')}</p>
          </div>
          <p className="brand-campaign-time">
            {status === 'active' && endsAt ? (
              <>
                <Countdown to={endsAt} wrap={(time) => <strong>{t('campaign-left', { time })}</strong>} />
                <span className="rf-note">{t('campaign-ends', { at: formatDateTime(endsAt, locale, { weekday: 'short' }) })}</span>
              </>
            ) : (
              <span className="rf-note">{t('campaign-requested', { at: formatDateTime(createdAt, locale) })}</span>
            )}
          </p>
        </div>
        <div className="brand-campaign-body">
          <State campaign={campaign} />
          {status === 'active' || status === 'completed' ? (
            <ViewBar goal={viewsGoal} qualified={actualViews} inReview={0} excluded={0} />
          ) : (
            <p className="rf-note">{t('campaign-goal', { views: formatCount(viewsGoal, locale) })}</p>
          )}
        </div>
      </div>
    </Sheet>
  )
}

function State({ campaign: { status, missingViews } }: { campaign: Campaign }) {
  const { t, locale } = useText()
  switch (status) {
    case 'active':
      return null
    case 'funding':
      return <ReasonChip kind="held" reason={t('campaign-funding')} mend={t('campaign-funding-mend')} />
    case 'completed':
      return <ReasonChip kind="passed" reason={t('campaign-completed')} />
    case 'failed':
      return missingViews === undefined ? (
        <ReasonChip kind="out" reason={t('campaign-ended')} mend={t('campaign-ended-mend')} />
      ) : (
        <ReasonChip
          kind="out"
          boxed
          reason={t('campaign-failed', { missing: formatCount(missingViews, locale) })}
          mend={t('campaign-failed-mend')}
        />
      )
  }
}
