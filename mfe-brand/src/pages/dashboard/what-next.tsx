import type { Campaign } from '@reelfair/contracts'
import { ButtonLink, formatCount, NextStep, SkeletonText } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import { useCampaigns, useCredits } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

/** Asterisks divide a sentence of NextStep; in a name they would mark the wrong part. */
const plain = (name: string) => name.replaceAll('*', '')

/** The newest campaign decides, unless an older one still runs; without campaigns, the credits. */
export function WhatNext() {
  const { t, locale } = useText()
  const campaigns = useCampaigns()
  const credits = useCredits()
  // A part below says what failed; here an unknown state shows nothing.
  if (campaigns.isPending || credits.isPending) return <SkeletonText lines={2} />
  if (!campaigns.items || !credits.data) return null

  const newest = campaigns.items[0]
  const views = (count: number) => formatCount(count, locale)
  const start = (
    <ButtonLink look="filled" href="/brand-dashboard/new-campaign" iconAfter={ArrowRight}>
      {t('campaigns-new')}
    </ButtonLink>
  )
  const buy = (
    <ButtonLink look="filled" href="/brand-dashboard/purchase" iconAfter={ArrowRight}>
      {t('credits-buy')}
    </ButtonLink>
  )
  if (newest?.status === 'funding') {
    return (
      <NextStep level={3} sentence={t('next-funding', { name: plain(newest.name) })} consequence={t('next-funding-note')} icon={Clock} />
    )
  }
  if (newest?.status === 'failed' && newest.missingViews !== undefined) {
    const sentence = t('next-failed', { name: plain(newest.name), missing: views(newest.missingViews) })
    return <NextStep level={3} sentence={sentence} consequence={t('next-failed-note')} action={buy} />
  }
  const open = campaigns.items.filter(({ status }) => status === 'active').reduce((sum, campaign) => sum + remaining(campaign), 0)
  if (open > 0) {
    // Older campaigns that are not loaded may run too: no number then.
    const sentence = campaigns.hasNextPage ? t('next-running-some') : t('next-running', { views: views(open) })
    return <NextStep level={3} sentence={sentence} consequence={t('next-running-note')} icon={Clock} />
  }
  return credits.data.available > 0 ? (
    <NextStep level={3} sentence={t('next-none')} consequence={t('next-none-note')} action={start} />
  ) : (
    <NextStep level={3} sentence={t('next-no-credits')} consequence={t('next-no-credits-note')} action={buy} />
  )
}

const remaining = ({ viewsGoal, actualViews }: Campaign) => Math.max(0, viewsGoal - actualViews)
