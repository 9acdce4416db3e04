import type { Campaign, Invitation, Partnership, Review } from '@reelfair/contracts'
import { ForwardLink, formatCount, formatDateTime, NextStep, SkeletonText, useNow } from '@reelfair/ui'
import Clock from 'lucide-react/icons/clock'
import { DeleteCampaign } from '../../components/campaign/delete-campaign.tsx'
import { timeIsUp } from '../../components/campaign/time-is-up.ts'
import { phaseOf } from '../../components/partnership/phase.ts'
import { useCampaigns, useCredits, useInvitations, usePartnerships, useReviews, useSubjectNames } from '../../components/queries.ts'
import { ApproveLogo } from '../../components/reviews/approve-logo.tsx'
import { useText } from '../../messages/index.ts'

/** Removes asterisks, because NextStep highlights text between them. */
const plain = (name: string) => name.replaceAll('*', '')

export function WhatNext() {
  const { t, locale } = useText()
  const campaigns = useCampaigns()
  const credits = useCredits()
  const reviews = useReviews()
  const invitations = useInvitations()
  const partnerships = usePartnerships()
  const now = useNow()
  // Open reviews come first, sorted by deadline.
  const logo = reviews.items?.find(({ kind, decision }) => kind === 'logo' && !decision)
  const nameOf = useSubjectNames(logo ? [logo] : [])
  // If a request fails, a section below shows the error.
  if ([campaigns, credits, reviews, invitations, partnerships].some(({ isPending }) => isPending)) return <SkeletonText lines={2} />
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
  const invitation = invitationStep(invitations.items ?? [], now)
  if (invitation && invitation.status !== 'pending') return <InvitationStep invitation={invitation} />
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
  if (invitation) return <InvitationStep invitation={invitation} />
  const partnership = partnerships.items?.find((one) => phaseOf(one, now) === 'active')
  if (partnership) return <PartnershipStep partnership={partnership} />
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

/** How long the dashboard suggests buying the credits that an invitation lacked. */
const FAILED_SHOWN_MS = 86_400_000

/** The newest invitation if it is being funded or has just failed, otherwise the pending one that expires first. */
function invitationStep(invitations: readonly Invitation[], now: number): Invitation | undefined {
  const [newest] = invitations
  const hasJustFailed = newest?.status === 'failed' && Date.parse(newest.createdAt) > now - FAILED_SHOWN_MS
  if (newest?.status === 'funding' || hasJustFailed) return newest
  return invitations
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''))[0]
}

function InvitationStep({ invitation: { status, username, expiresAt, missingViews = 0 } }: { invitation: Invitation }) {
  const { t, locale } = useText()
  const name = plain(username)
  const missing = formatCount(missingViews, locale)
  if (status === 'funding') {
    const sentence = t('next-invitation-funding', { username: name })
    return <NextStep level={3} icon={Clock} sentence={sentence} consequence={t('invitation-funding-fix')} />
  }
  if (status === 'failed') {
    return (
      <NextStep
        level={3}
        sentence={t('next-invitation-failed', { username: name, count: missingViews, missing })}
        consequence={t('next-invitation-failed-note')}
        action={<ForwardLink href={`/brand-dashboard/purchase?missing=${missingViews}`}>{t('credits-buy')}</ForwardLink>}
      />
    )
  }
  const at = expiresAt ? formatDateTime(expiresAt, locale, { weekday: 'long' }) : ''
  return <NextStep level={3} icon={Clock} sentence={t('next-invitation', { username: name, at })} consequence={t('next-invitation-note')} />
}

function PartnershipStep({ partnership: { id, username, endsAt } }: { partnership: Partnership }) {
  const { t, locale } = useText()
  const at = formatDateTime(endsAt, locale, { weekday: 'long' })
  return (
    <NextStep
      level={3}
      icon={Clock}
      sentence={t('next-partnership', { username: plain(username), at })}
      consequence={t('next-running-note')}
      action={<ForwardLink href={`/partnerships/${id}`}>{t('invitation-see')}</ForwardLink>}
    />
  )
}

const remaining = ({ viewsGoal, actualViews, reservedViews }: Campaign) => Math.max(0, viewsGoal - actualViews - reservedViews)
