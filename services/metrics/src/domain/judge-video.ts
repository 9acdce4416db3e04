/** What is wrong with a video at a reading, and how its logo stands. Pure; what is not known is never a fault. @source decisions §5 */
import {
  type ExclusionReason,
  exclusionReasons,
  exclusionTable,
  type LogoState,
  labelNetworks,
  type Mend,
  type Network,
} from '@reelfair/contracts'
import { hasCode, hasLink, hasMention } from './find-in-text.ts'

/** Of the video's area, in hundredths. @source specification §5 */
export const MINIMUM_LOGO_PERCENT = 6
/** Longer videos are no Reels and Shorts. */
export const MAXIMUM_SECONDS = 180

/** A rectangle in pixels of the frame, from its upper left corner. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Frame {
  readonly width: number
  readonly height: number
}

/** What the network says of a video; sizes in pixels, the duration in seconds. */
export interface JudgedVideo {
  readonly caption: string
  readonly publishedAt: Date
  readonly durationS?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly deleted: boolean
  readonly private: boolean
  readonly ageRestricted: boolean
  /** As last known. */
  readonly paidLabel: boolean | 'unknown'
  readonly logo: 'unknown' | { readonly present: false } | { readonly present: true; readonly box: Box }
}

export interface JudgedAccount {
  readonly isPublic: boolean
  readonly ageRestricted: boolean
  /** Whether the creator lets us read the network's paid-partnership label. */
  readonly paidLabelConsent: boolean
  readonly bio: string
  readonly bioLinks: readonly string[]
}

/** What the sign-up asks of it. */
export interface Asked {
  readonly network: Network
  readonly code: string
  readonly link: string
  readonly signedUpAt: Date
  /** Codes that sign-ups have, as `hasCode` needs them. */
  readonly taken: ReadonlySet<string>
}

export interface Judgement {
  /** In the fixed order; the first is the stated one. */
  readonly faults: readonly ExclusionReason[]
  /** Faults that this reading can't tell: an earlier one among them is not cleared. */
  readonly unjudged: readonly ExclusionReason[]
  readonly logo: LogoState
}

/**
 * Judges one reading. `not_human` and `removed_by_network` are never found here: only a decision and the final reading say so.
 * @param account nothing when the account could not be read: then nothing is known of it
 */
export function judgeVideo(video: JudgedVideo, account: JudgedAccount | undefined, asked: Asked): Judgement {
  const { width, height, durationS } = video
  const frame = width !== undefined && height !== undefined ? { width, height } : undefined
  const logo = judgeLogo(video.logo, frame)
  const holds: Readonly<Record<ExclusionReason, boolean | undefined>> = {
    code_missing: !hasCode(video.caption, asked.code, asked.taken),
    mention_missing: !hasMention(video.caption) && isUnlabelled(video, account, asked.network),
    logo_absent: logo.isKnown ? logo.absent : undefined,
    logo_too_small: logo.isKnown ? logo.tooSmall : undefined,
    logo_not_in_upper_half: logo.isKnown ? logo.tooLow : undefined,
    link_not_in_bio: account && !hasLink(account, asked.link),
    account_private: video.private || (account && !account.isPublic),
    account_age_restricted: video.ageRestricted || account?.ageRestricted,
    video_deleted: video.deleted,
    not_short_vertical: isTooLongOrWide(frame, durationS),
    published_before_sign_up: video.publishedAt < asked.signedUpAt,
    not_human: false,
    removed_by_network: false,
  }
  const state = logo.absent || logo.tooSmall || logo.tooLow ? 'not_verified' : logo.isKnown ? 'verified' : 'unknown'
  return {
    faults: exclusionReasons.filter((reason) => holds[reason]),
    unjudged: exclusionReasons.filter((reason) => holds[reason] === undefined),
    logo: state,
  }
}

/** @returns nothing while a label that can be read is unknown; where it can't be read, the words are required. @source decisions §5 */
function isUnlabelled({ paidLabel }: JudgedVideo, account: JudgedAccount | undefined, network: Network): boolean | undefined {
  if (!labelNetworks.includes(network) || account?.paidLabelConsent === false) return true
  return paidLabel === 'unknown' ? undefined : !paidLabel
}

/** @returns nothing while the figures that are known break no rule, but one is unknown */
function isTooLongOrWide(frame: Frame | undefined, durationS: number | undefined): boolean | undefined {
  if (frame && frame.height <= frame.width) return true
  if (durationS !== undefined && durationS > MAXIMUM_SECONDS) return true
  return frame && durationS !== undefined ? false : undefined
}

/** What the creator can do about a fault. */
export const mendOf = (reason: ExclusionReason): Mend => exclusionTable[reason].mend

/** Where it is decided by its box: wholly in the upper half, and large enough by the part of it that the frame shows. */
function judgeLogo(logo: JudgedVideo['logo'], frame: Frame | undefined) {
  const fine = { isKnown: true, absent: false, tooSmall: false, tooLow: false }
  if (logo !== 'unknown' && !logo.present) return { ...fine, absent: true }
  if (logo === 'unknown' || !frame) return { ...fine, isKnown: false }
  const { x, y, width, height } = logo.box
  const shownWidth = Math.min(x + width, frame.width) - Math.max(x, 0)
  const shownHeight = Math.min(y + height, frame.height) - Math.max(y, 0)
  if (shownWidth <= 0 || shownHeight <= 0) return { ...fine, absent: true }
  return {
    ...fine,
    tooSmall: 100 * shownWidth * shownHeight < MINIMUM_LOGO_PERCENT * frame.width * frame.height,
    tooLow: 2 * (y + height) > frame.height,
  }
}
