import { z } from 'zod'
import { defineEvent } from './event.ts'
import { PackageId } from './payouts.ts'
import { SETTING_DEFAULTS } from './setting-defaults.ts'
import { BusinessDay, Email, Id, Instant, Network, Page, PageQuery, PlainText, Version } from './words.ts'

export { SETTING_DEFAULTS, SETTINGS_BEGIN } from './setting-defaults.ts'

const CreditPackage = z.strictObject({
  id: PackageId,
  credits: z.int().min(1_000).max(100_000_000).multipleOf(1_000),
  /** Excluding tax. Stripe accepts payments from 50 cents to €999,999.99. */
  priceCents: z.int().min(50).max(99_999_999),
})

/** The five named packages, smallest first. */
const Packages = z
  .array(CreditPackage)
  .length(PackageId.options.length)
  .refine((some) => some.every(({ id }, at) => id === PackageId.options[at]), 'packages_incomplete')
  .refine((some) => some.every(({ credits }, at) => at === 0 || credits > (some[at - 1]?.credits ?? 0)), 'packages_unordered')

/** Cents per 1,000 qualified views, excluding tax. */
const PayRate = z.int().min(1).max(1_000)
const SettingRateCard = z.strictObject({ campaignCentsPer1000: PayRate, partnershipCentsPer1000: PayRate })

const Networks = z
  .array(Network)
  .min(1)
  .max(Network.options.length)
  .refine((some) => new Set(some).size === some.length, 'networks_repeated')

/**
 * Every setting: its schema, the value before the first change, and whether it moves money. Settings that move money
 * take effect on the next business day at the earliest.
 * @source decisions §6
 */
export const settingTable = {
  packages: { schema: Packages, initial: SETTING_DEFAULTS.packages, movesMoney: true },
  solvency_margin_cents: { schema: z.int().min(0).max(1_000), initial: SETTING_DEFAULTS.solvency_margin_cents, movesMoney: true },
  rate_card: { schema: SettingRateCard, initial: SETTING_DEFAULTS.rate_card, movesMoney: true },
  public_campaign_networks: { schema: Networks, initial: SETTING_DEFAULTS.public_campaign_networks, movesMoney: false },
  video_window_days: { schema: z.int().min(1).max(30), initial: SETTING_DEFAULTS.video_window_days, movesMoney: false },
  review_hours: { schema: z.int().min(1).max(336), initial: SETTING_DEFAULTS.review_hours, movesMoney: false },
  collab_booking: { schema: z.enum(['real', 'demo']), initial: SETTING_DEFAULTS.collab_booking, movesMoney: false },
  brand_kyc_required: { schema: z.boolean(), initial: SETTING_DEFAULTS.brand_kyc_required, movesMoney: false },
  style_reference: {
    schema: z
      .string()
      .regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, 'style_reference_invalid')
      .max(60),
    initial: SETTING_DEFAULTS.style_reference,
    movesMoney: false,
  },
  support_email: { schema: Email, initial: SETTING_DEFAULTS.support_email, movesMoney: false },
  require_admin_second_factor: {
    schema: z.boolean(),
    initial: SETTING_DEFAULTS.require_admin_second_factor,
    movesMoney: false,
  },
} as const satisfies Record<keyof typeof SETTING_DEFAULTS, { schema: z.ZodType; initial: unknown; movesMoney: boolean }>

type SettingTable = typeof settingTable
export const SettingKey = z.enum(Object.keys(settingTable) as [keyof SettingTable, ...(keyof SettingTable)[]])
export type SettingKey = keyof SettingTable
/** @example const hours: SettingValue<'review_hours'> = 72 */
export type SettingValue<Key extends SettingKey = SettingKey> = z.infer<SettingTable[Key]['schema']>

const isNewValue = ({ value, issues }: z.core.ParsePayload<{ readonly key: SettingKey; readonly value?: unknown }>) => {
  const { error } = settingTable[value.key].schema.safeParse(value.value)
  for (const issue of error?.issues ?? []) issues.push({ ...issue, path: ['value', ...issue.path], input: value.value } as never)
}

/** One dated value of one setting. A value never changes; a new one gets the next version. */
export const SettingChanged = defineEvent(
  'setting.changed',
  1,
  z.object({ key: SettingKey, value: z.unknown(), validFrom: Instant, version: Version }).check(isNewValue),
  { live: () => [{ to: 'role:admin', topic: 'settings' }] },
)

export const SettingChange = z
  .strictObject({
    key: SettingKey,
    /** `settingTable` defines its schema. */
    value: z.unknown(),
    reason: PlainText(300),
    /** The value takes effect at 00:00 on this day or, if absent, at once. Required for settings that move money. */
    validFrom: BusinessDay.optional(),
    /** The setting's version that the admin has seen; 0 before the first change. */
    expectedVersion: z.int().min(0),
  })
  // Also reports an invalid value if other fields are invalid.
  .check(
    z.core._check(isNewValue as z.core.CheckFn<unknown>, { when: ({ value }) => Object.hasOwn(settingTable, String(Object(value).key)) }),
  )
export type SettingChange = z.infer<typeof SettingChange>

const dated = <Value extends z.ZodType>(value: Value) => z.object({ value, validFrom: Instant, version: z.int().min(0) })

/** Maximum number of future values that the settings page lists. */
export const MAX_COMING = 20

const stateOf = <Key extends SettingKey>(key: Key) => {
  const value = settingTable[key].schema as SettingTable[Key]['schema']
  return z.object({
    /** The newest value's version, in force or not. */
    version: z.int().min(0),
    inForce: dated(value),
    /** Values that take effect later, earliest first. */
    coming: z.array(dated(value)).max(MAX_COMING),
    movesMoney: z.boolean(),
  })
}

export const Settings = z.object({
  packages: stateOf('packages'),
  solvency_margin_cents: stateOf('solvency_margin_cents'),
  rate_card: stateOf('rate_card'),
  public_campaign_networks: stateOf('public_campaign_networks'),
  video_window_days: stateOf('video_window_days'),
  review_hours: stateOf('review_hours'),
  collab_booking: stateOf('collab_booking'),
  brand_kyc_required: stateOf('brand_kyc_required'),
  style_reference: stateOf('style_reference'),
  support_email: stateOf('support_email'),
  require_admin_second_factor: stateOf('require_admin_second_factor'),
})
export type Settings = z.infer<typeof Settings>

/** An entry of the audit log. `from` is the value that would otherwise be in force at `validFrom`. */
export const AuditEntry = z.object({
  id: z.string(),
  key: SettingKey,
  version: Version,
  from: z.unknown(),
  to: z.unknown(),
  validFrom: Instant,
  reason: z.string(),
  changedAt: Instant,
  changedBy: Id,
  /** Missing if the admin's account no longer exists. */
  changedByEmail: z.string().optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditLog = Page(AuditEntry)

export const AuditLogQuery = PageQuery.extend({
  key: SettingKey.optional(),
  /** E-mail address of the admin. */
  person: z.string().trim().min(1).max(254).optional(),
})
export type AuditLogQuery = z.infer<typeof AuditLogQuery>

/** The values in force that screens and the landing page show. */
export const PublicSettings = z.object({
  packages: Packages,
  rateCard: SettingRateCard.extend({ validFrom: BusinessDay }),
  videoWindowDays: z.int(),
  reviewHours: z.int(),
  supportEmail: z.string(),
  collabBooking: settingTable.collab_booking.schema,
})
export type PublicSettings = z.infer<typeof PublicSettings>
