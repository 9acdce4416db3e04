import type { Account, IneligibilityReason, PublicCampaign, PublicCampaigns, SignUp } from '@reelfair/contracts'
import { Button, Icon, ReasonChip } from '@reelfair/ui'
import Ban from 'lucide-react/icons/ban'
import ListChecks from 'lucide-react/icons/list-checks'
import { useId } from 'react'
import { useText } from '../../messages/index.ts'
import { ReasonLine } from './reason-line.tsx'

export interface CreatorContext {
  readonly figures: PublicCampaigns['figures']
  readonly accounts: readonly Account[]
  readonly signUps: readonly SignUp[]
  /** Opens the sign-up dialog or, after a sign-up, the instructions. */
  readonly onOpen: (campaign: PublicCampaign, accountId?: string) => void
}

const GENERAL_REASONS: readonly IneligibilityReason[] = [
  'campaign_not_active',
  'campaign_ended',
  'campaign_closed',
  'network_not_public',
  'already_signed_up',
  'signup_limit_reached',
]

/** The campaign list refreshes only every 30 s, so a listed campaign may have ended. */
export const isOver = ({ endsAt }: Pick<PublicCampaign, 'endsAt'>, now: number): boolean => Date.parse(endsAt) <= now

export const eligibleAccounts = ({ accounts }: PublicCampaign) => accounts.filter(({ isEligible }) => isEligible)

export function Joined({ campaign, onOpen }: { campaign: PublicCampaign; onOpen: CreatorContext['onOpen'] }) {
  const { t } = useText()
  return (
    <div className="creator-row-actions">
      <ReasonChip kind="passed" reason={t('joined-with', { username: campaign.signedUpWith ?? '' })} />
      <Button icon={ListChecks} aria-label={t('joined-open-label', { name: campaign.name })} onClick={() => onOpen(campaign)}>
        {t('joined-open')}
      </Button>
    </div>
  )
}

export function NotEligible({ campaign, figures, accounts, signUps }: { campaign: PublicCampaign } & Omit<CreatorContext, 'onOpen'>) {
  const { t } = useText()
  const titleId = useId()
  const grounds = { campaign, figures, signUps }
  // Reasons that apply to all accounts are shown once, not for each account.
  const general = campaign.reasons.filter((reason) => campaign.accounts.length === 0 || GENERAL_REASONS.includes(reason))
  return (
    <section className="creator-not-eligible" aria-labelledby={`${titleId} campaign-${campaign.id}`}>
      <p className="creator-not-eligible-title" id={titleId}>
        <Icon of={Ban} size={16} />
        {t('not-eligible')}
      </p>
      {general.map((reason) => (
        <ReasonLine key={reason} reason={reason} {...grounds} />
      ))}
      {campaign.accounts.map(({ accountId, username, reasons }) => {
        const own = reasons.filter((reason) => !GENERAL_REASONS.includes(reason))
        if (own.length === 0) return null
        return (
          <div key={accountId} className="creator-not-eligible-account">
            <p className="rf-note">@{username}</p>
            {own.map((reason) => (
              <ReasonLine key={reason} reason={reason} account={accounts.find(({ id }) => id === accountId)} {...grounds} />
            ))}
          </div>
        )
      })}
    </section>
  )
}
