import type { PublicCampaign } from '@reelfair/contracts'
import { Button, Frame, formatCents, formatCount, formatDate, ReasonChip, useNow } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { BrandName } from '../brand-name.tsx'
import { logoUrl } from '../campaign-logo.ts'
import { type CreatorContext, eligibleAccounts, isOver, Joined } from './join-state.tsx'
import { ReasonLine } from './reason-line.tsx'

/** To keep the list short, shows only the first reason why the creator can't sign up. */
export function CampaignRow({ campaign, isFirst, ...reader }: CreatorContext & { campaign: PublicCampaign; isFirst: boolean }) {
  const { t, locale } = useText()
  const over = isOver(campaign, useNow(10_000))
  const { id, name, logo, viewsGoal, remainingViews, endsAt, cashprizeCents, signedUpWith } = campaign
  const eligible = over || signedUpWith !== undefined ? [] : eligibleAccounts(campaign)
  const figures = { left: formatCount(remainingViews, locale), goal: formatCount(viewsGoal, locale), day: formatDate(endsAt, locale) }
  return (
    <li>
      <div className="creator-campaign-row">
        <Frame size="list" banner={logoUrl(logo)} bannerKind={logo.kind} />
        <div className="creator-row-text">
          <h3 className="creator-row-name" id={`campaign-${id}`} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h3>
          <p className="rf-note">
            <BrandName of={campaign} />
          </p>
          <p className="rf-note">
            {t('campaign-line', figures)} {t('campaign-line-cashprize', { amount: formatCents(cashprizeCents, locale) })}
          </p>
          {eligible.length > 0 && (
            <ReasonChip
              kind="passed"
              reason={t('join-possible')}
              fix={t('join-possible-with', { usernames: eligible.map(({ username }) => `@${username}`).join(', ') })}
            />
          )}
          {signedUpWith === undefined && eligible.length === 0 && <FirstReason campaign={campaign} over={over} {...reader} />}
        </div>
      </div>
      {signedUpWith !== undefined && <Joined campaign={campaign} onOpen={reader.onOpen} />}
      {eligible.length > 0 && (
        <div className="creator-row-actions">
          <Button
            look={isFirst ? 'filled' : 'outlined'}
            aria-label={t('join-row-label', { name })}
            onClick={() => reader.onOpen(campaign, eligible[0]?.accountId)}
          >
            {t('join')}
          </Button>
        </div>
      )}
    </li>
  )
}

function FirstReason({
  campaign,
  over,
  figures,
  accounts,
  signUps,
}: Omit<CreatorContext, 'onOpen'> & { campaign: PublicCampaign; over: boolean }) {
  const reason = over ? 'campaign_ended' : campaign.reasons[0]
  if (!reason) return null
  const whose = campaign.accounts.find(({ reasons }) => reasons.includes(reason))
  const account = accounts.find(({ id }) => id === whose?.accountId)
  return <ReasonLine reason={reason} campaign={campaign} figures={figures} account={account} signUps={signUps} />
}
