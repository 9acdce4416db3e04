/** What a social network says, in the words of the product: `libs/social` reads it, and the rules of verification and metrics judge it. Types alone. */
import type { AccountLanguage, Category } from './words.ts'

/** What a network says of an account. Counts are whole numbers; `averageViews: null` is "not known", never 0. */
export interface NetworkAccount {
  /** The network's stable id; usernames change. */
  readonly externalId: string
  readonly username: string
  readonly followers: number
  readonly averageViews: number | null
  /** `wait`: the network is still analysing it. `post`: there is not enough content yet. */
  readonly language?: AccountLanguage | undefined
  readonly category?: Category | undefined
  readonly country?: string | undefined
  readonly city?: string | undefined
  readonly avatarUrl?: string | undefined
  readonly isPublic: boolean
  readonly ageRestricted: boolean
  /** Whether the creator lets us read the network's own label for paid content on their videos. */
  readonly paidLabelConsent?: boolean | undefined
}

/** A video as a network lists it; durations in seconds, sizes in pixels. Absent is "not known". */
export interface NetworkVideo {
  readonly id: string
  readonly url: string
  readonly caption: string
  readonly publishedAt: Date
  readonly durationS?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly thumbnailUrl?: string | undefined
}
