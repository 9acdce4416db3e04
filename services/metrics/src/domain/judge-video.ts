/**
 * Finds a video's faults at one reading, and the state of its logo. Unknown facts are never faults.
 * @source decisions §5
 */
import {
  type ExclusionReason,
  exclusionReasons,
  exclusionTable,
  type Fix,
  type LogoState,
  labelNetworks,
  type Network,
} from '@reelfair/contracts'
import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { hasCode, hasLink, hasMention } from './find-in-text.ts'

/** Longer videos do not count as Reels or Shorts. */
const MAX_DURATION_S = 180

/** A rectangle in pixels, measured from the frame's upper left corner. */
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

/** Sizes are in pixels; the duration is in seconds. */
export interface JudgedVideo {
  readonly caption: string
  readonly publishedAt: Date
  readonly durationS?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly deleted: boolean
  /** The owner has ended the connection without which the network shows us nothing. */
  readonly disconnected?: true | undefined
  readonly private: boolean
  readonly ageRestricted: boolean
  /** Last known value of the network's paid-partnership label. */
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

export interface Requirements {
  readonly network: Network
  readonly code: string
  readonly link: string
  readonly signedUpAt: Date
  /** Codes of existing sign-ups, as `hasCode` requires. */
  readonly taken: ReadonlySet<string>
}

export interface Judgement {
  /** In the order of `exclusionReasons`; the first fault is the reason for excluding views. */
  readonly faults: readonly ExclusionReason[]
  /** Faults that this reading could not check, and therefore does not clear. */
  readonly unjudged: readonly ExclusionReason[]
  readonly logo: LogoState
}

const DISCONNECTED: Judgement = {
  faults: ['account_disconnected'],
  unjudged: exclusionReasons.filter((reason) => reason !== 'account_disconnected'),
  logo: 'unknown',
}

/**
 * Never reports `not_human`, which requires a decision, or `removed_by_network`, which only the final reading can
 * detect.
 * @param account undefined if the account could not be read
 */
export function judgeVideo(video: JudgedVideo, account: JudgedAccount | undefined, asked: Requirements): Judgement {
  if (video.disconnected) return DISCONNECTED
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
    account_disconnected: false,
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

/**
 * Undefined if the label is readable but unknown. If the label is unreadable, the caption must contain the
 * commercial mention.
 * @source decisions §5
 */
function isUnlabelled({ paidLabel }: JudgedVideo, account: JudgedAccount | undefined, network: Network): boolean | undefined {
  if (!labelNetworks.includes(network) || account?.paidLabelConsent === false) return true
  return paidLabel === 'unknown' ? undefined : !paidLabel
}

/** Undefined if a value is unknown and the known values break no rule. */
function isTooLongOrWide(frame: Frame | undefined, durationS: number | undefined): boolean | undefined {
  if (frame && frame.height <= frame.width) return true
  if (durationS !== undefined && durationS > MAX_DURATION_S) return true
  return frame && durationS !== undefined ? false : undefined
}

export const fixOf = (reason: ExclusionReason): Fix => exclusionTable[reason].fix

/** The logo must be entirely in the upper half, and its visible part must be large enough. */
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
    tooSmall: 100 * shownWidth * shownHeight < MIN_LOGO_PERCENT * frame.width * frame.height,
    tooLow: 2 * (y + height) > frame.height,
  }
}
