import { type NetworkVideo, type RecentVideo, SHOWN_VIDEOS } from '@reelfair/contracts'

const MAX_BIO = 160
const MAX_TITLE = 80
/** Codes of campaigns and partnerships, and the code with which a creator verifies an account. */
const CODES = /(?<![\p{L}\p{N}])(?:RF[-\s]?[A-HJ-NP-Z2-9]{5}|[A-HJ-NP-Z2-9]{7})(?![\p{L}\p{N}])/gu
const MENTION = /commercial collaboration|collaboration commerciale/gi

/** The first line with words, without codes, shortened at a word. */
function firstLine(text: string, max: number): string {
  const lines = text.replaceAll(CODES, '').replaceAll(MENTION, '').split('\n')
  const line = lines.map((one) => one.replaceAll(/\s+/g, ' ').trim()).find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  if (line.length <= max) return line
  return `${line.slice(0, max).replace(/\s+\S*$/, '')}…`
}

export const bioShown = (bio: string): string | undefined => firstLine(bio, MAX_BIO) || undefined
export const titleOf = (caption: string): string => firstLine(caption, MAX_TITLE)

/** The newest short videos: a video whose size is unknown is one, because the networks list only short ones without. */
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
