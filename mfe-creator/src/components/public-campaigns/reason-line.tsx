import type { Account, IneligibilityReason, PublicCampaign, PublicCampaigns, SignUp } from '@reelfair/contracts'
import { categoryLabel } from '@reelfair/contracts/categories'
import { ineligibilityTable } from '@reelfair/contracts/reasons'
import { formatCount, formatDate, formatDateTime, ReasonChip, TextLink } from '@reelfair/ui'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'

/** What a sentence about a reason is made of. */
export interface Grounds {
  readonly campaign: Pick<PublicCampaign, 'network' | 'language' | 'category' | 'accounts'>
  readonly figures: PublicCampaigns['figures']
  /** As verification knows it; absent where there is none. */
  readonly account?: Account | undefined
  /** The creator's own, of which some run. */
  readonly signUps?: readonly SignUp[] | undefined
}

/** Only time mends these. */
const WAITING: readonly IneligibilityReason[] = ['campaign_not_active', 'campaign_closed', 'signup_limit_reached', 'language_analysing']

/** One reason against joining, in the words of the table, and what would mend it. */
export function ReasonLine({ reason, ...grounds }: Grounds & { reason: IneligibilityReason }) {
  const { t, locale } = useText()
  const { limit, minimum } = grounds.figures
  const { network, accounts } = grounds.campaign
  const general = ineligibilityTable[reason][locale]
    .replace('{limit}', formatCount(limit, locale))
    .replace('{minimum}', formatCount(minimum, locale))
  const locked = reason === 'account_not_verified'
  // The table speaks of an account; here is none that it could mean.
  const sentence = locked && accounts.length === 0 ? t('reason-no-account', { network: t(`network-${network}`) }) : general
  return (
    <ReasonChip
      kind={locked || WAITING.includes(reason) ? 'held' : 'out'}
      {...(locked && { icon: Lock })}
      reason={sentence}
      mend={<Mend reason={reason} {...grounds} />}
    />
  )
}

/** When the first of the running ones ends, and with it leaves its place. */
export const freeAt = (signUps: readonly SignUp[] = []): string | undefined =>
  signUps
    .filter(({ state }) => state === 'active' || state === 'closed')
    .map(({ endsAt }) => endsAt)
    .sort()[0]

function Mend({ reason, campaign, figures, account, signUps }: Grounds & { reason: IneligibilityReason }): ReactNode {
  const { t, locale } = useText()
  const { network, language, category } = campaign
  const refresh = <Refresh account={account} />
  switch (reason) {
    case 'campaign_not_active':
    case 'campaign_ended':
    case 'campaign_closed':
    case 'network_not_public':
      return t(`mend-${reason}`)
    case 'already_signed_up':
      return <TextLink href="/creator-history">{t('mend-already_signed_up')}</TextLink>
    case 'signup_limit_reached': {
      const at = freeAt(signUps)
      return at ? t('mend-signup_limit_reached-at', { at: formatDateTime(at, locale) }) : t('mend-signup_limit_reached')
    }
    case 'network_differs':
    case 'account_not_verified':
      return <TextLink href={`/profile?network=${network}`}>{t('mend-account', { network: t(`network-${network}`) })}</TextLink>
    case 'language_analysing':
    case 'language_needs_posts':
      return (
        <>
          {t(`mend-${reason}`)} {refresh}
        </>
      )
    case 'language_differs': {
      const yours = account?.language
      const known = language && yours && yours !== 'wait' && yours !== 'post'
      return known ? t('mend-differs', { asked: t(`audience-${language}`), yours: t(`audience-${yours}`) }) : t('mend-other-account')
    }
    case 'category_differs':
      return account?.category
        ? t('mend-differs', { asked: categoryLabel(category, locale), yours: categoryLabel(account.category, locale) })
        : t('mend-other-account')
    case 'average_views_too_low': {
      const average = account?.averageViews
      if (average == null || average >= figures.minimum) return refresh
      const missing = formatCount(figures.minimum - average, locale)
      return (
        <>
          {t('mend-average', { average: formatCount(average, locale), missing })} {refresh}
        </>
      )
    }
    case 'language_unknown':
    case 'category_unknown':
    case 'average_views_unknown':
      return refresh
  }
}

/** To where the statistics are refreshed, or from when on they may be. */
function Refresh({ account }: { account: Account | undefined }) {
  const { t, locale } = useText()
  const { nextStatsAt } = account ?? {}
  return (
    <>
      {nextStatsAt && `${t('mend-refresh-from', { at: formatDate(nextStatsAt, locale) })} `}
      <TextLink href="/dashboard#accounts">{t('mend-refresh')}</TextLink>
    </>
  )
}
