import { type NetworkVideo, type RecentVideo, SHOWN_VIDEOS } from '@reelfair/contracts'

const MAX_BIO = 160
const MAX_TITLE = 80
/** Codes of campaigns and partnerships, as metrics reads them. */
const CODES = /(?<![\p{L}\p{N}])rf[\s\p{Pd}_]*[a-hj-np-z2-9]{5}(?![\p{L}\p{N}])/giu
const MENTION = /commercial collaboration|collaboration commerciale/gi
const E_MAIL = /\S+@\S+\.\S+/g

/** The first line with words, shortened at a word. */
function firstLine(text: string, max: number): string {
  const lines = text.split('\n').map((one) => one.replaceAll(/\s+/g, ' ').trim())
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  if (line.length <= max) return line
  return `${line.slice(0, max).replace(/\s+\S*$/, '')}…`
}

/** @param code with which the creator verified the account, and which may still be in the bio */
export const bioShown = (bio: string, code: string): string | undefined =>
  firstLine(bio.replaceAll(E_MAIL, '').replaceAll(code, ''), MAX_BIO) || undefined
export const titleOf = (caption: string): string => firstLine(caption.replaceAll(CODES, '').replaceAll(MENTION, ''), MAX_TITLE)

/** The newest vertical videos. One of unknown size counts: Instagram reports no size, and we list only its reels. */
export const shownVideos = <V extends Pick<NetworkVideo, 'width' | 'height'>>(newestFirst: readonly V[]): V[] =>
  newestFirst.filter(({ width, height }) => width === undefined || height === undefined || height > width).slice(0, SHOWN_VIDEOS)

export interface Showcase {
  readonly bio?: string | undefined
  readonly pictureId?: string | undefined
  readonly videos: readonly (Omit<RecentVideo, 'publishedAt'> & { readonly publishedAt: Date })[]
  readonly readAt?: Date | undefined
}

/** For rows of the search, which show one picture. */
export const pictureOf = ({ pictureId, videos }: Showcase): string | undefined => videos[0]?.pictureId ?? pictureId
