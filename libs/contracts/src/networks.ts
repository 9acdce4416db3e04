/** `libs/social` reads this data from social networks; the verification and metrics services evaluate the data. */
import type { AccountLanguage, Category } from './words.ts'

/** Counts are whole numbers. Null means unknown, never 0; an owner may hide the number of followers. */
export interface NetworkAccount {
  /** The network's stable id; usernames can change. */
  readonly externalId: string
  readonly username: string
  readonly followers: number | null
  readonly averageViews: number | null
  /** What 1,000 of the account's views usually cost, in euro cents. Missing means unknown, never 0. */
  readonly rpmCents?: number | undefined
  /** `wait`: the network is still analysing the account. `post`: the account has too little content. */
  readonly language?: AccountLanguage | undefined
  readonly category?: Category | undefined
  readonly country?: string | undefined
  readonly city?: string | undefined
  readonly avatarUrl?: string | undefined
  readonly isPublic: boolean
  readonly ageRestricted: boolean
  /** Whether the creator lets us read the paid-content label on their videos. */
  readonly paidLabelConsent?: boolean | undefined
}

/** Durations are in seconds, sizes in pixels. A missing value means unknown. */
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
