import type { Account, IneligibilityReason, PublicCampaign, PublicCampaigns, SignUp } from '@reelfair/contracts'
import { Button, Icon, ReasonChip } from '@reelfair/ui'
import Ban from 'lucide-react/icons/ban'
import ListChecks from 'lucide-react/icons/list-checks'
import { useId } from 'react'
import { useText } from '../../messages/index.ts'
import { ReasonLine } from './reason-line.tsx'

/** All that a campaign in a list needs to know of its reader. */
export interface Reader {
  readonly figures: PublicCampaigns['figures']
  readonly accounts: readonly Account[]
  readonly signUps: readonly SignUp[]
  /** Opens the question before a sign-up, or what to do after it. */
  readonly onOpen: (campaign: PublicCampaign, accountId?: string) => void
}

/** What speaks against joining with any account. */
const OF_NO_ACCOUNT: readonly IneligibilityReason[] = [
  'campaign_not_active',
  'campaign_ended',
  'campaign_closed',
  'network_not_public',
  'already_signed_up',
  'signup_limit_reached',
]

/** Whether it ended while somebody looks: the list is asked only now and then. */
export const isOver = ({ endsAt }: Pick<PublicCampaign, 'endsAt'>, now: number): boolean => Date.parse(endsAt) <= now

/** The accounts that may join. */
export const eligibleOf = ({ accounts }: PublicCampaign) => accounts.filter(({ isEligible }) => isEligible)

/** That one is in, and the way to code and instructions. */
export function Joined({ campaign, onOpen }: { campaign: PublicCampaign; onOpen: Reader['onOpen'] }) {
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

/** Why no account may join, account by account where there are several, and what would mend it. */
export function NotEligible({ campaign, figures, accounts, signUps }: { campaign: PublicCampaign } & Omit<Reader, 'onOpen'>) {
  const { t } = useText()
  const titleId = useId()
  const grounds = { campaign, figures, signUps }
  // What holds of the campaign or of the creator is said once, not of each account.
  const general = campaign.reasons.filter((reason) => campaign.accounts.length === 0 || OF_NO_ACCOUNT.includes(reason))
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
        const own = reasons.filter((reason) => !OF_NO_ACCOUNT.includes(reason))
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
