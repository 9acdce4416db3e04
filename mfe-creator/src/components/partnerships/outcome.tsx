import type { Invitation } from '@reelfair/contracts'
import { ForwardLink, formatDateTime, ReasonChip } from '@reelfair/ui'
import { useText } from './messages/index.ts'

/**
 * Whether the creator can still answer. The service reports an expiry a little later.
 * @param now milliseconds since 1970
 */
export const isAnswerable = ({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: number): boolean =>
  status === 'pending' && expiresAt !== undefined && Date.parse(expiresAt) > now

const KINDS = { accepted: 'passed', rejected: 'out', replaced: 'out', expired: 'out', withdrawn: 'out' } as const

function outcomeOf({ status, campaignId }: Invitation): keyof typeof KINDS {
  if (status === 'rejected') return campaignId === undefined ? 'rejected' : 'replaced'
  return status === 'accepted' || status === 'withdrawn' ? status : 'expired'
}

/** What became of an invitation, and when. */
export function OutcomeOf({ invitation }: { invitation: Invitation }) {
  const { t, locale } = useText()
  const { respondedAt, endedAt, createdAt, expiresAt = createdAt } = invitation
  const outcome = outcomeOf(invitation)
  const at = outcome === 'expired' ? expiresAt : (respondedAt ?? endedAt ?? createdAt)
  return (
    <ReasonChip
      kind={KINDS[outcome]}
      reason={t(`over-${outcome}`)}
      fix={t(`over-${outcome}-then`, { at: formatDateTime(at, locale, { weekday: 'short' }) })}
    />
  )
}

/** Leads to what took the invitation's place. */
export function OutcomeLink({ invitation: { id, status, campaignId } }: { invitation: Invitation }) {
  const { t } = useText()
  const open = status === 'accepted' ? id : campaignId
  if (open === undefined) return null
  return <ForwardLink href={`/creator-history?open=${open}`}>{t(status === 'accepted' ? 'over-see' : 'over-see-campaign')}</ForwardLink>
}
