import type { PublicCampaigns } from '@reelfair/contracts'
import { ForwardLink, formatDateTime, NextStep } from '@reelfair/ui'
import Clock from 'lucide-react/icons/clock'
import { nextFreeSlotAt } from '../../components/public-campaigns/reason-line.tsx'
import { useAccounts, useSignUps } from '../../components/queries.ts'
import { useText } from './messages/index.ts'

export function JoinBlocker({ figures }: { figures: PublicCampaigns['figures'] | undefined }) {
  const { t, locale } = useText()
  const accounts = useAccounts()
  const signUps = useSignUps()
  const running = signUps.items?.filter(({ state }) => state === 'active' || state === 'closed') ?? []
  if (accounts.data && !accounts.data.items.some(({ verifiedAt }) => verifiedAt)) {
    return (
      <NextStep
        sentence={t('hindrance-account')}
        consequence={t('hindrance-account-note')}
        action={<ForwardLink href="/profile">{t('hindrance-account-action')}</ForwardLink>}
      />
    )
  }
  const at = nextFreeSlotAt(signUps.items)
  if (!figures || running.length < figures.limit || !at) return null
  return (
    <NextStep
      sentence={t('hindrance-limit', { limit: figures.limit })}
      consequence={t('hindrance-limit-note', { at: formatDateTime(at, locale, { weekday: 'short' }) })}
      icon={Clock}
    />
  )
}
