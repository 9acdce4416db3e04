import type { Campaign } from '@reelfair/contracts'
import { ButtonLink, formatCount, formatDateTime, NextStep, SkeletonText, useNow } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import { DeleteCampaign } from '../../components/campaign/delete-campaign.tsx'
import { timeIsUp } from '../../components/campaign/time-is-up.ts'
import { useCampaignNames, useCampaigns, useCredits, useReviews } from '../../components/queries.ts'
import { ApproveLogo } from '../../components/reviews/approve-logo.tsx'
import { useText } from '../../messages/index.ts'

/** Removes asterisks from a name, because NextStep uses them to highlight part of a sentence. */
const plain = (name: string) => name.replaceAll('*', '')

/**
 * The brand's next step, in order of priority: credits being reserved, a logo to confirm, the newest campaign if it
 * failed to start, views still to come, and finally the credits.
 */
export function WhatNext() {
  const { t, locale } = useText()
  const campaigns = useCampaigns()
  const credits = useCredits()
  const reviews = useReviews()
  const now = useNow()
  // The service lists open reviews first, in order of their deadlines.
  const logo = reviews.items?.find(({ kind, decision }) => kind === 'logo' && !decision)
  const nameOf = useCampaignNames(logo ? [logo.campaignId] : [])
  // A section below shows the error, so show nothing here while the state is unknown.
  if (campaigns.isPending || credits.isPending || reviews.isPending) return <SkeletonText lines={2} />
  if (!campaigns.items || !credits.data) return null

  const newest = campaigns.items[0]
  const views = (count: number) => formatCount(count, locale)
  const start = (
    <ButtonLink look="filled" href="/brand-dashboard/new-campaign" iconAfter={ArrowRight}>
      {t('campaigns-new')}
    </ButtonLink>
  )
  const buy = (missing = 0) => (
    <ButtonLink look="filled" href={`/brand-dashboard/purchase${missing > 0 ? `?missing=${missing}` : ''}`} iconAfter={ArrowRight}>
      {t('credits-buy')}
    </ButtonLink>
  )
  if (newest?.status === 'funding') {
    return (
      <NextStep level={3} sentence={t('next-funding', { name: plain(newest.name) })} consequence={t('next-funding-note')} icon={Clock} />
    )
  }
  if (logo) {
    return (
      <NextStep
        level={3}
        sentence={t('next-logo', { username: plain(logo.username), views: views(logo.views) })}
        consequence={t('next-logo-note', { at: formatDateTime(logo.decideBy, locale, { weekday: 'long' }) })}
        icon={Clock}
        action={<ApproveLogo look="filled" review={logo} campaignName={nameOf(logo.campaignId)} username={logo.username} />}
      />
    )
  }
  if (newest?.phase === 'unfunded' && newest.missingViews !== undefined) {
    const sentence = t('next-failed', { name: plain(newest.name), missing: views(newest.missingViews) })
    const action = (
      <div className="brand-campaign-actions">
        <DeleteCampaign campaign={newest} words={t('next-failed-dismiss')} />
        {buy(newest.missingViews)}
      </div>
    )
    return <NextStep level={3} sentence={sentence} consequence={t('next-failed-note')} action={action} />
  }
  const running = campaigns.items.filter((campaign) => campaign.phase === 'open' && !timeIsUp(campaign, now))
  const open = running.reduce((sum, campaign) => sum + remaining(campaign), 0)
  if (open > 0) {
    // Campaigns that are not loaded may also be running, so the exact number is unknown.
    const sentence = campaigns.hasNextPage ? t('next-running-some') : t('next-running', { views: views(open) })
    return <NextStep level={3} sentence={sentence} consequence={t('next-running-note')} icon={Clock} />
  }
  if (campaigns.items.some(({ phase }) => phase === 'closed')) {
    return <NextStep level={3} sentence={t('next-closed')} consequence={t('next-closed-note')} icon={Clock} />
  }
  return credits.data.available > 0 ? (
    <NextStep level={3} sentence={t('next-none')} consequence={t('next-none-note')} action={start} />
  ) : (
    <NextStep level={3} sentence={t('next-no-credits')} consequence={t('next-no-credits-note')} action={buy()} />
  )
}

const remaining = ({ viewsGoal, actualViews, reservedViews }: Campaign) => Math.max(0, viewsGoal - actualViews - reservedViews)
