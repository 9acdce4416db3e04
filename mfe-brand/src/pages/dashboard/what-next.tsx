import type { Campaign, Review } from '@reelfair/contracts'
import { ForwardLink, formatCount, formatDateTime, NextStep, SkeletonText, useNow } from '@reelfair/ui'
import Clock from 'lucide-react/icons/clock'
import { DeleteCampaign } from '../../components/campaign/delete-campaign.tsx'
import { timeIsUp } from '../../components/campaign/time-is-up.ts'
import { useCampaigns, useCredits, useReviews, useSubjectNames } from '../../components/queries.ts'
import { ApproveLogo } from '../../components/reviews/approve-logo.tsx'
import { useText } from '../../messages/index.ts'

/** Removes asterisks, because NextStep highlights text between them. */
const plain = (name: string) => name.replaceAll('*', '')

export function WhatNext() {
  const { t, locale } = useText()
  const campaigns = useCampaigns()
  const credits = useCredits()
  const reviews = useReviews()
  const now = useNow()
  // Open reviews come first, sorted by deadline.
  const logo = reviews.items?.find(({ kind, decision }) => kind === 'logo' && !decision)
  const nameOf = useSubjectNames(logo ? [logo] : [])
  // If a request fails, a section below shows the error.
  if (campaigns.isPending || credits.isPending || reviews.isPending) return <SkeletonText lines={2} />
  if (!campaigns.items || !credits.data) return null

  const newest = campaigns.items[0]
  if (newest?.status === 'funding') {
    const sentence = t('next-funding', { name: plain(newest.name) })
    return <NextStep level={3} icon={Clock} sentence={sentence} consequence={t('next-funding-note')} />
  }
  if (logo) return <LogoStep review={logo} subjectName={nameOf(logo)} />
  if (newest?.phase === 'unfunded' && newest.missingViews !== undefined) {
    return <UnfundedStep campaign={newest} missing={newest.missingViews} />
  }
  const running = campaigns.items.filter((campaign) => campaign.phase === 'open' && !timeIsUp(campaign, now))
  const open = running.reduce((sum, campaign) => sum + remaining(campaign), 0)
  if (open > 0) {
    // Campaigns on later pages may also be running, so the exact number is unknown.
    const sentence = campaigns.hasNextPage ? t('next-running-some') : t('next-running', { views: formatCount(open, locale) })
    return <NextStep level={3} sentence={sentence} consequence={t('next-running-note')} icon={Clock} />
  }
  if (campaigns.items.some(({ phase }) => phase === 'closed')) {
    return <NextStep level={3} sentence={t('next-closed')} consequence={t('next-closed-note')} icon={Clock} />
  }
  return credits.data.available > 0 ? (
    <NextStep
      level={3}
      sentence={t('next-none')}
      consequence={t('next-none-note')}
      action={<ForwardLink href="/brand-dashboard/new-campaign">{t('campaigns-new')}</ForwardLink>}
    />
  ) : (
    <NextStep
      level={3}
      sentence={t('next-no-credits')}
      consequence={t('next-no-credits-note')}
      action={<ForwardLink href="/brand-dashboard/purchase">{t('credits-buy')}</ForwardLink>}
    />
  )
}

function LogoStep({ review, subjectName }: { review: Review; subjectName: string | undefined }) {
  const { t, locale } = useText()
  const { username, views, decideBy } = review
  return (
    <NextStep
      level={3}
      sentence={t('next-logo', { username: plain(username), views: formatCount(views, locale) })}
      consequence={t('next-logo-note', { at: formatDateTime(decideBy, locale, { weekday: 'long' }) })}
      icon={Clock}
      action={<ApproveLogo look="filled" review={review} subjectName={subjectName} username={username} />}
    />
  )
}

function UnfundedStep({ campaign, missing }: { campaign: Campaign; missing: number }) {
  const { t, locale } = useText()
  return (
    <NextStep
      level={3}
      sentence={t('next-failed', { name: plain(campaign.name), count: missing, missing: formatCount(missing, locale) })}
      consequence={t('next-failed-note')}
      action={
        <div className="brand-campaign-actions">
          <DeleteCampaign campaign={campaign} words={t('next-failed-dismiss')} />
          <ForwardLink href={`/brand-dashboard/purchase${missing > 0 ? `?missing=${missing}` : ''}`}>{t('credits-buy')}</ForwardLink>
        </div>
      }
    />
  )
}

const remaining = ({ viewsGoal, actualViews, reservedViews }: Campaign) => Math.max(0, viewsGoal - actualViews - reservedViews)
