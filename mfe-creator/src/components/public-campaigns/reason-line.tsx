import type { Account, IneligibilityReason, PublicCampaign, PublicCampaigns, SignUp } from '@reelfair/contracts'
import { categoryLabel } from '@reelfair/contracts/categories'
import { ineligibilityTable } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatCount, formatDate, formatDateTime, ReasonChip, TextLink } from '@reelfair/ui'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'

export interface ReasonContext {
  readonly campaign: Pick<PublicCampaign, 'network' | 'language' | 'category' | 'accounts'>
  readonly figures: PublicCampaigns['figures']
  readonly account?: Account | undefined
  readonly signUps?: readonly SignUp[] | undefined
}

/** These reasons go away without the creator doing anything. */
const WAITING: readonly IneligibilityReason[] = ['campaign_not_active', 'campaign_closed', 'signup_limit_reached', 'language_analysing']

/**
 * Explains, in the words of `ineligibilityTable`, why an account can't sign up and what the creator can do about it.
 */
export function ReasonLine({ reason, ...grounds }: ReasonContext & { reason: IneligibilityReason }) {
  const { t, locale } = useText()
  const { limit, minimum } = grounds.figures
  const { network, accounts } = grounds.campaign
  const general = ineligibilityTable[reason][locale]
    .replace('{limit}', formatCount(limit, locale))
    .replace('{minimum}', formatCount(minimum, locale))
  const locked = reason === 'account_not_verified'
  // The table's sentence mentions an account, but the creator has none on this network.
  const sentence = locked && accounts.length === 0 ? t('reason-no-account', { network: NETWORK_NAMES[network] }) : general
  return (
    <ReasonChip
      kind={locked || WAITING.includes(reason) ? 'held' : 'out'}
      {...(locked && { icon: Lock })}
      reason={sentence}
      fix={<Fix reason={reason} {...grounds} />}
    />
  )
}

/** A slot becomes free when the first running sign-up ends. */
export const nextFreeSlotAt = (signUps: readonly SignUp[] = []): string | undefined =>
  signUps
    .filter(({ state }) => state === 'active' || state === 'closed')
    .map(({ endsAt }) => endsAt)
    .sort()[0]

function Fix({ reason, campaign, figures, account, signUps }: ReasonContext & { reason: IneligibilityReason }): ReactNode {
  const { t, locale } = useText()
  const { network, language, category } = campaign
  const refresh = <Refresh account={account} />
  switch (reason) {
    case 'campaign_not_active':
    case 'campaign_ended':
    case 'campaign_closed':
    case 'network_not_public':
      return t(`fix-${reason}`)
    case 'already_signed_up':
      return <TextLink href="/creator-history">{t('fix-already_signed_up')}</TextLink>
    case 'signup_limit_reached': {
      const at = nextFreeSlotAt(signUps)
      return at ? t('fix-signup_limit_reached-at', { at: formatDateTime(at, locale) }) : t('fix-signup_limit_reached')
    }
    case 'network_differs':
    case 'account_not_verified':
      return <TextLink href={`/profile?network=${network}`}>{t('fix-account', { network: NETWORK_NAMES[network] })}</TextLink>
    case 'language_analysing':
    case 'language_needs_posts':
      return (
        <>
          {t(`fix-${reason}`)} {refresh}
        </>
      )
    case 'language_differs': {
      const yours = account?.language
      const known = language && yours && yours !== 'wait' && yours !== 'post'
      return known ? t('fix-differs', { asked: t(`audience-${language}`), yours: t(`audience-${yours}`) }) : t('fix-other-account')
    }
    case 'category_differs':
      return account?.category
        ? t('fix-differs', { asked: categoryLabel(category, locale), yours: categoryLabel(account.category, locale) })
        : t('fix-other-account')
    case 'average_views_too_low': {
      const average = account?.averageViews
      if (average == null || average >= figures.minimum) return refresh
      const missing = formatCount(figures.minimum - average, locale)
      return (
        <>
          {t('fix-average', { average: formatCount(average, locale), missing })} {refresh}
        </>
      )
    }
    case 'language_unknown':
    case 'category_unknown':
    case 'average_views_unknown':
      return refresh
  }
}

function Refresh({ account }: { account: Account | undefined }) {
  const { t, locale } = useText()
  const { nextStatsAt } = account ?? {}
  return (
    <>
      {nextStatsAt && `${t('fix-refresh-from', { at: formatDate(nextStatsAt, locale) })} `}
      <TextLink href="/dashboard#accounts">{t('fix-refresh')}</TextLink>
    </>
  )
}
