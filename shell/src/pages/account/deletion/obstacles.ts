import type { DeletionObstacle, Locale } from '@reelfair/contracts'
import { waiverOf } from '@reelfair/rules'
import { formatCents, formatCount } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'

type Reason = DeletionObstacle['reason']

const CENTS: ReadonlySet<Reason> = new Set([
  'earnings_accruing',
  'earnings_held',
  'earnings_arriving',
  'balance_payable',
  'balance_small',
  'balance_refused',
  'transfers_running',
])

/** Names the first campaigns: “2 (Fridge, Door)”. */
export function amountOf({ reason, amount, names = [] }: DeletionObstacle, locale: Locale): string {
  if (CENTS.has(reason)) return formatCents(amount, locale)
  const named = names.length === 0 ? '' : ` (${names.join(', ')}${amount > names.length ? ', …' : ''})`
  return formatCount(amount, locale) + named
}

/**
 * From when the account can be deleted; undefined if that depends on what the user or someone else does, or if nobody
 * knows yet. A balance to give up delays nothing, and held credits return with campaigns and invitations.
 */
export function possibleFrom(obstacles: readonly DeletionObstacle[]): string | undefined {
  const ends = obstacles.filter(({ reason }) => reason !== 'credits_held' && !waiverOf(reason)).map(({ until }) => until ?? '')
  return ends.includes('') ? undefined : ends.toSorted().at(-1)
}

/** Queries each service that owns work or money. */
export function useObstacles() {
  const all = [
    useRead('campaigns', '/campaigns/deletion-obstacles'),
    useRead('invitations', '/partnerships/deletion-obstacles'),
    useRead('balance', '/payouts/deletion-obstacles'),
  ]
  const loaded = all.flatMap(({ data }) => data ?? [])
  return {
    obstacles: loaded.length === all.length ? loaded.flatMap(({ obstacles }) => obstacles) : undefined,
    failed: all.find(({ error }) => error !== null),
  }
}
