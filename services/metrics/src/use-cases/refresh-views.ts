import { businessDayOf } from '@reelfair/rules'
import type { Tx } from '@reelfair/service-kit'
import { planned } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { openAfter } from '../store/assignments.ts'
import { insertRefresh, type Refresh, refreshOf, saveRefresh } from '../store/refreshes.ts'
import { insertTask } from '../store/tasks.ts'

const AT_ONCE = 500

/**
 * The night's plan: each account with open sign-ups goes on the queue once. So many in one transaction, together with how far it has come, so that it goes on
 * there when it is cut off. A day that is caught up later reads nobody: figures are as of now, and the newest day reads them.
 */
export async function refreshViews({ day }: { readonly day: string }, ctx: Work): Promise<void> {
  const begun = await ctx.transact(async (tx) => (await refreshOf(tx, day)) ?? (await begin(tx, day, ctx.now())))
  for (let { state } = begun; state === 'planning'; )
    state = await ctx.transact(async (tx) => {
      const refresh = await refreshOf(tx, day)
      return refresh?.state === 'planning' ? (await planMore(tx, refresh, ctx.now())).state : 'reading'
    })
}

async function begin(tx: Tx, day: string, now: Date): Promise<Refresh> {
  const refresh = { id: day, startedAt: now, plannedThrough: '', accounts: 0, failed: 0 }
  const isMissed = day < businessDayOf(now)
  return insertRefresh(tx, { ...refresh, ...(isMissed ? { state: 'reading', isMissed } : { state: 'planning' }) })
}

async function planMore(tx: Tx, refresh: Refresh, now: Date): Promise<Refresh> {
  const next = await openAfter(tx, refresh.plannedThrough, AT_ONCE)
  // Several sign-ups of one account stand beside each other.
  const accounts = new Map(next.map((one) => [one.accountKey, one]))
  for (const { accountKey, network, externalId } of accounts.values())
    await insertTask(tx, { id: `${refresh.id}:${accountKey}`, accountKey, network, externalId, ...planned(refresh.id, now) })
  return saveRefresh(tx, {
    ...refresh,
    plannedThrough: next.at(-1)?.accountKey ?? refresh.plannedThrough,
    accounts: refresh.accounts + accounts.size,
    state: next.length < AT_ONCE ? 'reading' : 'planning',
  })
}
