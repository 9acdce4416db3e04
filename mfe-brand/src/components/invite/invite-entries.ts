import type { InvitationDraft, Media, Network } from '@reelfair/contracts'
import { isWithin, linkFaultOf } from '@reelfair/contracts/text'
import { isViewsGoal } from '@reelfair/contracts/values'
import { beginningFaultOf } from '@reelfair/rules'

export interface InvitedAccount {
  readonly accountId: string
  readonly network: Network
  readonly username: string
}

export interface InviteEntries {
  /** NaN while the input is not a number. */
  readonly viewsGoal: number | undefined
  readonly media: Media | undefined
  readonly link: string
  readonly caption: string
  /** A day such as `2026-11-28`; empty while the input is incomplete. */
  readonly beginning: string
}

/** Maximum length of the caption in characters. */
export const CAPTION_MAX = 500

/** Codes from the error table, except `caption`. The service checks all entries again. */
type InviteFault =
  | 'views_goal_invalid'
  | 'media_required'
  | 'caption'
  | NonNullable<ReturnType<typeof linkFaultOf>>
  | NonNullable<ReturnType<typeof beginningFaultOf>>

type InviteField = keyof InviteEntries

const faultOf: Readonly<Record<InviteField, (entries: InviteEntries, today: string) => InviteFault | undefined>> = {
  viewsGoal: ({ viewsGoal }) => (isViewsGoal(viewsGoal) ? undefined : 'views_goal_invalid'),
  media: ({ media }) => (media ? undefined : 'media_required'),
  link: ({ link }) => linkFaultOf(link),
  caption: ({ caption }) => (caption.trim() !== '' && isWithin(caption.trim(), CAPTION_MAX) ? undefined : 'caption'),
  beginning: ({ beginning }, today) => beginningFaultOf(beginning, today),
}

/** In display order. */
const FIELDS = ['viewsGoal', 'media', 'link', 'caption', 'beginning'] as const satisfies readonly InviteField[]

/** @param today the current day in Europe/Paris */
export const faultAt = (field: InviteField, entries: InviteEntries, today: string) => faultOf[field](entries, today)

export const invalidFieldsOf = (entries: InviteEntries, today: string): InviteField[] =>
  FIELDS.filter((field) => faultAt(field, entries, today))

/** Undefined if an entry is missing or invalid. */
export function invitationOf(accountId: string, entries: InviteEntries, today: string): InvitationDraft | undefined {
  const { viewsGoal, media, link, caption, beginning } = entries
  if (!media || !isViewsGoal(viewsGoal) || invalidFieldsOf(entries, today).length > 0) return undefined
  return {
    accountId,
    weeklyViewsGoal: viewsGoal,
    mediaId: media.id,
    link: link.trim(),
    caption: caption.trim(),
    beginning,
    origin: 'search',
  }
}
