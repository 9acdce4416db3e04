/**
 * The value of every setting before its first change. Does not import zod, so that screens and libs/rules can load the
 * file on its own.
 */
import { DEFAULT_SUPPORT_EMAIL } from './support.ts'

/** The initial values apply from 00:00 on this business day in Europe/Paris. */
export const SETTINGS_BEGIN = '2025-08-23'

/** @source decisions §1 and §3 to §6, specification §3 */
export const SETTING_DEFAULTS = {
  packages: [
    { id: 'starter', credits: 10_000, priceCents: 300 },
    { id: 'growth', credits: 50_000, priceCents: 1_400 },
    { id: 'business', credits: 100_000, priceCents: 2_700 },
    { id: 'scale', credits: 250_000, priceCents: 6_500 },
    { id: 'enterprise', credits: 500_000, priceCents: 12_500 },
  ],
  solvency_margin_cents: 5,
  rate_card: { campaignCentsPer1000: 10, partnershipCentsPer1000: 20 },
  public_campaign_networks: ['instagram'],
  video_window_days: 14,
  review_hours: 72,
  collab_booking: 'real',
  brand_kyc_required: false,
  style_reference: 'landing-home-v1',
  support_email: DEFAULT_SUPPORT_EMAIL,
  require_admin_second_factor: false,
} as const

/**
 * Settings that no code reads yet. The settings page lists them under “No effect yet”; a test fails once code reads one
 * of them.
 */
export const SETTINGS_WITHOUT_EFFECT: readonly (keyof typeof SETTING_DEFAULTS)[] = ['brand_kyc_required', 'style_reference']
