import { type DataOf, SETTINGS_BEGIN, SettingChanged, SettingKey, type SettingValue, settingTable } from '@reelfair/contracts'
import { type DatedValue, instantOf } from '@reelfair/rules'
import { z } from 'zod'
import { batched } from './concurrency/batched.ts'
import { type Collection, defineCollection } from './data/collection.ts'
import { on } from './define.ts'
import type { Context, Scope } from './service.ts'

interface SettingFields {
  key: SettingKey
  value?: unknown
  validFrom: Date
}

interface Asked {
  readonly key: SettingKey
  readonly at: Date
}

/** Orders a setting's values by date and then by version. @example settingId('packages', 3) // 'packages:000003' */
export const settingId = (key: SettingKey, version: number): string => `${key}:${String(version).padStart(6, '0')}`

/**
 * Returns a function that reads the value of a setting in force at an instant: the latest stored one, or else the
 * initial one, with version 0. The collection needs an index on key, validFrom and id.
 * @example const settingAt = settingReader(settingChanges)
 */
export function settingReader<Fields extends SettingFields>(collection: Collection<Fields>) {
  const latest = batched(async (scope: Scope, asked: readonly Asked[]) => {
    const once = new Map(asked.map((one) => [`${one.key} ${one.at.getTime()}`, one]))
    const found = new Map(
      await Promise.all([...once].map(async ([name, { key, at }]) => [name, await latestOf(collection, scope, key, at)] as const)),
    )
    return asked.map(({ key, at }) => found.get(`${key} ${at.getTime()}`))
  })
  return async <Key extends SettingKey>(scope: Scope, key: Key, at: Date): Promise<DatedValue<SettingValue<Key>>> =>
    ((await latest(scope, { key, at })) as DatedValue<SettingValue<Key>> | undefined) ?? initialOf(key)
}

async function latestOf<Fields extends SettingFields>(collection: Collection<Fields>, scope: Scope, key: SettingKey, at: Date) {
  const copies = collection as unknown as Collection<SettingFields>
  const [found] = await copies.find(scope, { key, validFrom: { $lte: at } }, { sort: { validFrom: -1, id: -1 }, limit: 1 })
  return found
}

/** @example initialOf('review_hours').value // 72 */
export const initialOf = <Key extends SettingKey>(key: Key): DatedValue<SettingValue<Key>> => ({
  value: settingTable[key].initial as unknown as SettingValue<Key>,
  validFrom: instantOf(SETTINGS_BEGIN, '00:00'),
  version: 0,
})

/**
 * A service's copy of all settings, fed by `setting.changed`. Each value is stored once, so repeated, late and
 * out-of-order events all lead to the same copy. While it is empty, the initial values are in force.
 * @example
 * export const settings = settingsCopy()
 * defineService({ name: 'campaigns', config, settings })
 * const { value } = await settings.at(ctx, 'review_hours', ctx.now())
 */
export function settingsCopy() {
  const collection = defineCollection('settings', {
    key: SettingKey,
    value: z.unknown(),
    validFrom: Date,
    /** When the value arrived. Decisions made before that time could not take it into account. */
    knownAt: Date,
  }).index({ key: 1, validFrom: -1, id: -1 })

  async function rememberSetting({ key, value, validFrom, version }: DataOf<typeof SettingChanged>, ctx: Context) {
    const copy = { id: settingId(key, version), version, key, value, validFrom: new Date(validFrom), knownAt: ctx.now() }
    await ctx.transact((tx) => collection.putNewer(tx, copy))
  }

  return {
    collection,
    subscription: on(SettingChanged, rememberSetting),
    at: settingReader(collection),
    /** The value that the service applied at an instant: unlike `at`, excludes values that arrived later. */
    knownAt: async <Key extends SettingKey>(scope: Scope, key: Key, at: Date): Promise<DatedValue<SettingValue<Key>>> => {
      const filter = { key, validFrom: { $lte: at }, knownAt: { $lte: at } }
      const [found] = await collection.find(scope, filter, { sort: { validFrom: -1, id: -1 }, limit: 1 })
      return (found as DatedValue<SettingValue<Key>> | undefined) ?? initialOf(key)
    },
  }
}
