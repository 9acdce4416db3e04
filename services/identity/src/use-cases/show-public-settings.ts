import type { PublicSettings } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { settingAt } from '../store/setting-changes.ts'

export async function showPublicSettings(_: unknown, ctx: Context<'visitor'>): Promise<PublicSettings> {
  const at = ctx.now()
  const [packages, rateCard, windowDays, hours, supportEmail, collabBooking] = await Promise.all([
    settingAt(ctx, 'packages', at),
    settingAt(ctx, 'rate_card', at),
    settingAt(ctx, 'video_window_days', at),
    settingAt(ctx, 'review_hours', at),
    settingAt(ctx, 'support_email', at),
    settingAt(ctx, 'collab_booking', at),
  ])
  return {
    packages: packages.value,
    rateCard: { ...rateCard.value, validFrom: businessDayOf(rateCard.validFrom) },
    videoWindowDays: windowDays.value,
    reviewHours: hours.value,
    supportEmail: supportEmail.value,
    collabBooking: collabBooking.value,
  }
}
