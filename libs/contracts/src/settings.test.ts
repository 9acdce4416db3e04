import { expect, test } from 'vitest'
import { SETTING_DEFAULTS, SettingChange, SettingChanged, type SettingKey, settingTable } from './settings.ts'

const { packages } = SETTING_DEFAULTS
const starter = (entries: object) => [{ ...packages[0], ...entries }, ...packages.slice(1)]
const cards = { campaignCentsPer1000: 10, partnershipCentsPer1000: 20 }

test.each(Object.entries(settingTable))('accepts the initial value of %s', (_, { schema, initial }) => {
  expect(schema.parse(initial)).toEqual(initial)
})

const limits: readonly [SettingKey, unknown, boolean][] = [
  ['packages', starter({ priceCents: 49 }), false],
  ['packages', starter({ priceCents: 50 }), true],
  ['packages', starter({ priceCents: 99_999_999 }), true],
  ['packages', starter({ priceCents: 100_000_000 }), false],
  ['packages', starter({ priceCents: 300.5 }), false],
  ['packages', starter({ credits: 0 }), false],
  ['packages', starter({ credits: 1_000 }), true],
  ['packages', starter({ credits: 1_500 }), false],
  ['packages', starter({ credits: 49_000 }), true],
  ['packages', starter({ credits: 50_000 }), false],
  ['packages', starter({ name: 'Free' }), false],
  ['packages', starter({ id: 'growth' }), false],
  ['packages', packages.slice(1), false],
  ['packages', [...packages, packages[0]], false],
  ['packages', packages.toReversed(), false],
  ['solvency_margin_cents', -1, false],
  ['solvency_margin_cents', 0, true],
  ['solvency_margin_cents', 1_000, true],
  ['solvency_margin_cents', 1_001, false],
  ['solvency_margin_cents', 5.5, false],
  ['rate_card', { ...cards, campaignCentsPer1000: 0 }, false],
  ['rate_card', { ...cards, campaignCentsPer1000: 1 }, true],
  ['rate_card', { ...cards, partnershipCentsPer1000: 1_000 }, true],
  ['rate_card', { ...cards, partnershipCentsPer1000: 1_001 }, false],
  ['rate_card', { campaignCentsPer1000: 10 }, false],
  ['rate_card', { ...cards, bonus: 1 }, false],
  ['public_campaign_networks', [], false],
  ['public_campaign_networks', ['tiktok'], true],
  ['public_campaign_networks', ['instagram', 'tiktok', 'youtube'], true],
  ['public_campaign_networks', ['tiktok', 'tiktok'], false],
  ['public_campaign_networks', ['facebook'], false],
  ['video_window_days', 0, false],
  ['video_window_days', 1, true],
  ['video_window_days', 30, true],
  ['video_window_days', 31, false],
  ['review_hours', 0, false],
  ['review_hours', 1, true],
  ['review_hours', 336, true],
  ['review_hours', 337, false],
  ['collab_booking', 'demo', true],
  ['collab_booking', 'off', false],
  ['brand_kyc_required', true, true],
  ['brand_kyc_required', 'true', false],
  ['style_reference', 'landing-home-v2', true],
  ['style_reference', '', false],
  ['style_reference', '../secret', false],
  ['style_reference', 'a'.repeat(60), true],
  ['style_reference', 'a'.repeat(61), false],
  ['support_email', 'help@reelfair.example', true],
  ['support_email', 'help', false],
  ['support_email', 'help@reelfair.example\nBcc: x@y.example', false],
  ['require_admin_second_factor', true, true],
  ['require_admin_second_factor', 1, false],
]

const change = { reason: 'Test', expectedVersion: 0 }

test.each(limits)('%s %j: %s', (key, value, isValid) => {
  expect(settingTable[key].schema.safeParse(value).success).toBe(isValid)
  expect(SettingChange.safeParse({ ...change, key, value }).success).toBe(isValid)
  expect(SettingChanged.schema.safeParse({ key, value, validFrom: new Date(), version: 1 }).success).toBe(isValid)
})

test('reports the path of an invalid field within the value', () => {
  const { error } = SettingChange.safeParse({ ...change, key: 'packages', value: starter({ priceCents: 49 }) })
  expect(error?.issues.map(({ path }) => path)).toEqual([['value', 0, 'priceCents']])
})

test.each([
  ['an unknown setting', { key: 'admin_password', value: 'x' }],
  ['a property of all objects', { key: 'constructor', value: 1 }],
  ['no value', { key: 'review_hours' }],
  ['another setting’s value', { key: 'review_hours', value: 'demo' }],
  ['an unknown field', { key: 'review_hours', value: 60, changedBy: 'me' }],
  ['an empty reason', { key: 'review_hours', value: 60, reason: ' ' }],
  ['a reason of 301 characters', { key: 'review_hours', value: 60, reason: 'x'.repeat(301) }],
  ['an invalid day', { key: 'review_hours', value: 60, validFrom: '2026-02-30' }],
  ['a negative version', { key: 'review_hours', value: 60, expectedVersion: -1 }],
])('rejects a change with %s', (_, entries) => {
  expect(SettingChange.safeParse({ ...change, ...entries }).success).toBe(false)
})
