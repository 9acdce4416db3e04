/**
 * Every change to a setting, append-only: nothing updates or removes an entry. The entries are both the settings'
 * history and the audit log. Guard: the id combines key and version, so each version is stored once, and all changes
 * write one lock.
 */
import { Id, SettingKey, type SettingValue } from '@reelfair/contracts'
import { comingAfter, type DatedValue } from '@reelfair/rules'
import { defineCollection, initialOf, type Scope, type Stored, settingId, settingReader, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const settingChanges = defineCollection('setting_changes', {
  key: SettingKey,
  value: z.unknown(),
  from: z.unknown(),
  validFrom: Date,
  reason: String,
  changedAt: Date,
  changedBy: Id,
})
  .index({ key: 1, validFrom: -1, id: -1 })
  .index({ key: 1, id: -1 })
  .index({ changedAt: -1, id: -1 })
  .index({ key: 1, changedAt: -1, id: -1 })
  .index({ changedBy: 1, changedAt: -1, id: -1 })
  .index({ key: 1, changedBy: 1, changedAt: -1, id: -1 })

export type SettingChangeEntry = Stored<typeof settingChanges>

/** One document. The solvency rule spans several settings, so changes to any of them run one after the other. */
export const settingLocks = defineCollection('setting_locks', { since: Date })

export const lockSettings = (tx: Tx, now: Date) => settingLocks.lock(tx, 'settings', { since: now })

export const insertSettingChange = (tx: Tx, entry: Omit<SettingChangeEntry, 'id'>) =>
  settingChanges.insert(tx, { ...entry, id: settingId(entry.key, entry.version) })

export const settingAt = settingReader(settingChanges)

/** Replaced values with the same date count too; the limit on distinct dates keeps their number small. */
const MAX_READ = 1_000

export interface SettingState {
  /** The newest version, 0 before the first change. */
  readonly version: number
  /** The value in force at the given time, then all later ones, earliest first. */
  readonly timeline: readonly DatedValue<unknown>[]
}

export async function readSetting(scope: Scope, key: SettingKey, at: Date): Promise<SettingState> {
  const [newest] = await settingChanges.find(scope, { key }, { sort: { id: -1 }, limit: 1 })
  if (!newest) return { version: 0, timeline: [initialOf(key)] }
  const later = await settingChanges.find(scope, { key, validFrom: { $gt: at } }, { sort: { validFrom: -1, id: -1 }, limit: MAX_READ })
  const coming = comingAfter(later, at).map(({ value, validFrom, version }) => ({ value, validFrom, version }))
  return { version: newest.version, timeline: [await settingAt(scope, key, at), ...coming] }
}

/** Yields the stored values that have ever been in force, newest first, without those replaced before their day. */
export async function* everInForce<Key extends SettingKey>(scope: Scope, key: Key, at: Date): AsyncGenerator<SettingValue<Key>> {
  let shown: number | undefined
  let cursor: string | undefined
  do {
    const filter = { key, validFrom: { $lte: at } }
    const { items, next } = await settingChanges.page(scope, filter, { sort: { validFrom: -1 }, limit: 100, cursor })
    for (const { value, validFrom } of items) {
      if (validFrom.getTime() !== shown) yield value as SettingValue<Key>
      shown = validFrom.getTime()
    }
    cursor = next
  } while (cursor)
}

export const pageOfChanges = (
  scope: Scope,
  filter: { readonly key?: SettingKey; readonly changedBy?: string },
  page: { readonly limit: number; readonly cursor?: string | undefined },
) => settingChanges.page(scope, filter, { sort: { changedAt: -1 }, ...page })
