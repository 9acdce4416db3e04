import { businessDayOf } from '@reelfair/rules'
import type { Tx } from '@reelfair/service-kit'
import { newTask } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { openAfter } from '../store/assignments.ts'
import { insertRefresh, type Refresh, refreshOf, saveRefresh } from '../store/refreshes.ts'
import { insertTask } from '../store/tasks.ts'

const BATCH_SIZE = 500

/**
 * Plans the nightly refresh: queues one task for each account with open sign-ups. Each transaction adds a batch and
 * stores the progress, so that an interrupted plan can resume. Catching up on a missed day reads no accounts, because
 * networks report only current figures, which the newest day's refresh reads anyway.
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
  const next = await openAfter(tx, refresh.plannedThrough, BATCH_SIZE)
  // The sign-ups are sorted by account, so those of one account are adjacent.
  const accounts = new Map(next.map((one) => [one.accountKey, one]))
  for (const { accountKey, network, externalId } of accounts.values())
    await insertTask(tx, { id: `${refresh.id}:${accountKey}`, accountKey, network, externalId, ...newTask(refresh.id, now) })
  const isPlanned = next.length < BATCH_SIZE
  return saveRefresh(tx, {
    ...refresh,
    // A finished plan keeps no account id, because the id would outlive its creator's deletion.
    plannedThrough: isPlanned ? '' : (next.at(-1)?.accountKey ?? ''),
    accounts: refresh.accounts + accounts.size,
    state: isPlanned ? 'reading' : 'planning',
  })
}
