import type { DataOf, InvitationRequested, InvitationSent, PartnershipAccepted } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { media, saveMedia } from '../store/media.ts'

const DAY = 86_400_000
/**
 * In its last 30 days, a logo counts as unused, and uploads may replace it. Until an invitation has its credits, it
 * protects the logo for 2 days only: brands without credits must not fill the disk.
 */
const REQUESTED_KEPT_DAYS = 32
/** Invitations that led to nothing are removed after 90 days. */
const INVITATION_KEPT_DAYS = 120
/** 25 months after the end, so that at least 24 remain before the logo counts as unused. */
const PARTNERSHIP_KEPT_DAYS = 761

/** The creator may see the logo from now on. */
export const keepRequestedLogo = (requested: DataOf<typeof InvitationRequested>, ctx: Context) =>
  keep(requested, daysAfter(ctx.now(), REQUESTED_KEPT_DAYS), ctx)

export const keepInvitedLogo = (sent: DataOf<typeof InvitationSent>, ctx: Context) =>
  keep(sent, daysAfter(new Date(sent.invitedAt), INVITATION_KEPT_DAYS), ctx)

export const keepPartnershipLogo = (accepted: DataOf<typeof PartnershipAccepted>, ctx: Context) =>
  keep(accepted, daysAfter(new Date(accepted.endsAt), PARTNERSHIP_KEPT_DAYS), ctx)

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY)

/**
 * The events may arrive twice or in any order, so the latest date counts. If the brand has just lost the logo, the
 * partnerships service learns it from `logo.removed`.
 */
const keep = ({ mediaId, brandId }: { readonly mediaId: string; readonly brandId: string }, until: Date, ctx: Context) =>
  ctx.transact(async (tx) => {
    const logo = await media.findOne(tx, { id: mediaId, brandId, state: 'stored' })
    if (!logo) return ctx.log.warn({ mediaId, brandId }, 'invitation uses a logo that its brand does not have')
    if (logo.invitedUntil && logo.invitedUntil >= until) return
    await saveMedia(tx, { ...logo, invitedUntil: until, ...(logo.keepUntil && { keepUntil: until }) })
  })
