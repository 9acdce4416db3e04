import { SettingKey, type Settings, settingTable } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { readSetting } from '../store/setting-changes.ts'

export async function listSettings(_: unknown, ctx: Context<'admin'>): Promise<Settings> {
  const at = ctx.now()
  const states = await Promise.all(
    SettingKey.options.map(async (key) => {
      const { version, timeline } = await readSetting(ctx, key, at)
      const [inForce, ...coming] = timeline
      return [key, { version, inForce, coming, movesMoney: settingTable[key].movesMoney }] as const
    }),
  )
  // The stored values fit their keys' schemas, which the response checks again.
  return Object.fromEntries(states) as unknown as Settings
}
