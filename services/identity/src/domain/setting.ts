import { type Locale, MAX_COMING, refuse, type SettingChange, SettingChanged, type SettingKey, settingTable } from '@reelfair/contracts'
import { addDays, businessDayOf, type DatedValue, inForceAt, instantOf, nextDay } from '@reelfair/rules'
import { explainInsolvency, findInsolvency, longDay, type Prices } from './solvency.ts'

/** How many days ahead a change can be planned. */
const MAX_DAYS_AHEAD = 366

/** The settings that the solvency rule compares. */
export const PRICE_KEYS = ['packages', 'rate_card', 'solvency_margin_cents'] as const satisfies readonly SettingKey[]
type PriceKey = (typeof PRICE_KEYS)[number]
export const isPriceKey = (key: SettingKey): key is PriceKey => (PRICE_KEYS as readonly SettingKey[]).includes(key)

interface Known {
  /** The setting's newest version. */
  readonly version: number
  /** The value in force and all later ones. */
  readonly timeline: readonly DatedValue<unknown>[]
  /** The timelines of the settings in `PRICE_KEYS`, if this is one of them. */
  readonly prices?: Prices | undefined
}

/**
 * Returns the new entry and its event.
 * @throws Refusal conflict, setting_too_early, setting_too_late, setting_unchanged, setting_limit_reached,
 *   setting_insolvent or setting_insolvent_former
 */
export function changeSetting(
  { key, value: given, reason, validFrom: day, expectedVersion }: SettingChange,
  { version, timeline, prices }: Known,
  made: { readonly by: string; readonly at: Date; readonly locale: Locale },
) {
  if (expectedVersion !== version) refuse('conflict')
  const value: unknown = settingTable[key].schema.parse(given)
  const validFrom = startOf(key, day, made)
  const from = inForceAt(timeline, validFrom)?.value
  if (JSON.stringify(from) === JSON.stringify(value)) refuse('setting_unchanged')
  const changed = { key, value, validFrom, version: version + 1 }
  if (timeline.filter((one) => one.validFrom > made.at && +one.validFrom !== +validFrom).length >= MAX_COMING)
    refuse('setting_limit_reached', { limit: MAX_COMING })
  const insolvency = prices && findInsolvency({ ...prices, [key]: [...timeline, changed] }, made.at)
  if (insolvency) refuse(insolvency.isFormer ? 'setting_insolvent_former' : 'setting_insolvent', explainInsolvency(insolvency, made.locale))
  return { entry: { ...changed, from, reason, changedAt: made.at, changedBy: made.by }, event: SettingChanged.of(changed) }
}

/**
 * When a change takes effect. Settings that move money change on the next business day at the earliest.
 * @source decisions §6
 */
function startOf(key: SettingKey, day: string | undefined, { at, locale }: { readonly at: Date; readonly locale: Locale }): Date {
  const today = businessDayOf(at)
  const [earliest, latest] = [nextDay(today), addDays(today, MAX_DAYS_AHEAD)]
  if (day === undefined && !settingTable[key].movesMoney) return at
  if (day === undefined || day < earliest) refuse('setting_too_early', { earliest: longDay(earliest, locale) })
  if (day > latest) refuse('setting_too_late', { latest: longDay(latest, locale) })
  return instantOf(day, '00:00')
}
