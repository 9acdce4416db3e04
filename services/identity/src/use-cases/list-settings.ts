import { SettingKey, type Settings, settingTable } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { readSetting, type SettingState } from '../store/setting-changes.ts'

/** SUPPORT_EMAIL replaces the initial value of `support_email`. */
export async function readWithInitial(scope: Scope, key: SettingKey, at: Date, ports: Ports): Promise<SettingState> {
  const { version, timeline } = await readSetting(scope, key, at)
  if (key !== 'support_email') return { version, timeline }
  return { version, timeline: timeline.map((one) => (one.version === 0 ? { ...one, value: ports.supportEmail } : one)) }
}

export async function listSettings(_: unknown, ctx: Context<'admin', Ports>): Promise<Settings> {
  const at = ctx.now()
  const states = await Promise.all(
    SettingKey.options.map(async (key) => {
      const { version, timeline } = await readWithInitial(ctx, key, at, ctx.ports)
      const [inForce, ...coming] = timeline.toSorted((one, other) => +one.validFrom - +other.validFrom)
      return [key, { version, inForce, coming, movesMoney: settingTable[key].movesMoney }] as const
    }),
  )
  // The stored values fit their keys' schemas, which the response checks again.
  return Object.fromEntries(states) as unknown as Settings
}
