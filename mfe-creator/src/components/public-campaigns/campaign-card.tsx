import type { PublicCampaign } from '@reelfair/contracts'
import { Button, Countdown, Frame, formatCents, formatCount, formatDateTime, Icon, ReasonChip, Sheet, useNow, ViewBar } from '@reelfair/ui'
import Film from 'lucide-react/icons/film'
import { useText } from '../../messages/index.ts'
import { BrandName } from '../brand-name.tsx'
import { logoUrl } from '../campaign-logo.ts'
import { AudienceLine } from './audience-line.tsx'
import { type CreatorContext, eligibleAccounts, isOver, Joined, NotEligible } from './join-state.tsx'

export function CampaignCard({ campaign, ...reader }: CreatorContext & { campaign: PublicCampaign }) {
  const { t, locale } = useText()
  const { id, name, logo, viewsGoal, remainingViews, endsAt, cashprizeCents, rateCard } = campaign
  return (
    <Sheet as="li">
      <article className="creator-campaign" aria-labelledby={`campaign-${id}`}>
        <Frame size="card" banner={logoUrl(logo)} bannerKind={logo.kind} />
        <div className="creator-campaign-head">
          <div>
            <h2 className="creator-campaign-name" id={`campaign-${id}`} tabIndex={-1}>
              <bdi>{name}</bdi>
            </h2>
            <p>
              <BrandName of={campaign} />
            </p>
            <AudienceLine campaign={campaign} />
          </div>
          <p className="creator-campaign-time">
            <Countdown to={endsAt} wrap={(left) => <strong>{left}</strong>} />
            <span className="rf-note">{t('campaign-ends', { at: formatDateTime(endsAt, locale, { weekday: 'short' }) })}</span>
          </p>
        </div>
        <div className="creator-campaign-body">
          <dl className="creator-campaign-figures">
            <div>
              <dt>{t('campaign-cashprize')}</dt>
              <dd>
                {formatCents(cashprizeCents, locale)} <span>{t('campaign-for-all')}</span>
              </dd>
            </div>
            <div>
              <dt>{t('campaign-rate')}</dt>
              <dd>{formatCents(rateCard.centsPer1000, locale)}</dd>
            </div>
            <div>
              <dt>{t('campaign-remaining')}</dt>
              <dd>
                {formatCount(remainingViews, locale)} <span>{t('campaign-of', { goal: formatCount(viewsGoal, locale) })}</span>
              </dd>
            </div>
          </dl>
          <Progress campaign={campaign} signUps={reader.signUps} />
          {logo.kind === 'webm' && (
            <p className="creator-campaign-moves">
              <Icon of={Film} size={16} />
              {t('logo-moves')}
            </p>
          )}
          <JoinStatus campaign={campaign} {...reader} />
        </div>
      </article>
    </Sheet>
  )
}

function Progress({ campaign: { id, viewsGoal, grantedViews }, signUps }: { campaign: PublicCampaign } & Pick<CreatorContext, 'signUps'>) {
  const { t } = useText()
  const own = signUps.find(({ campaignId }) => campaignId === id)
  const { charged, reserved } = own ?? { charged: 0, reserved: 0 }
  // The figures come from two requests, so one may be older than the other.
  const others = Math.max(0, grantedViews - charged - reserved)
  return (
    <ViewBar
      goal={viewsGoal}
      qualified={charged}
      inReview={reserved}
      others={others}
      excluded={0}
      showKey={own !== undefined && grantedViews > 0}
      foldKey={false}
      words={{ others: t('campaign-others') }}
    />
  )
}

function JoinStatus({ campaign, ...reader }: CreatorContext & { campaign: PublicCampaign }) {
  const { t } = useText()
  const over = isOver(campaign, useNow(10_000))
  if (campaign.signedUpWith !== undefined) return <Joined campaign={campaign} onOpen={reader.onOpen} />
  if (over) return <ReasonChip kind="out" boxed reason={t('campaign-over')} fix={t('fix-campaign_ended')} />
  const eligible = eligibleAccounts(campaign)
  if (eligible.length === 0) return <NotEligible campaign={campaign} {...reader} />
  return (
    <div className="creator-row-actions">
      {eligible.map(({ accountId, username }, index) => (
        <Button
          key={accountId}
          look={index === 0 ? 'filled' : 'outlined'}
          aria-label={t('join-label', { username, name: campaign.name })}
          onClick={() => reader.onOpen(campaign, accountId)}
        >
          {t('join-with', { username })}
        </Button>
      ))}
    </div>
  )
}
