/** The demo market while it is being created. */
import type { Sandbox } from '@reelfair/sandbox'
import type { BrandName, CreatorName } from './cast.ts'
import type { DailyViews } from './daily-views.ts'
import type { PlayedBrand, PlayedCreator } from './players.ts'
import type { SandboxClient } from './visitor.ts'

export interface MarketParts {
  readonly url: string
  readonly password: string
  readonly sandbox: Sandbox
  /** The first demo day, in Europe/Paris. */
  readonly firstDay: string
  createUser(email: string, role: 'creator' | 'brand'): Promise<void>
  readonly adminEmail: string
  /** The signal cancels the creation of the market before the next demo day. */
  readonly signal?: AbortSignal | undefined
  readonly print: (line: string) => void
}

export interface DemoVideo extends DailyViews {
  readonly caption: string
  readonly hour?: string
  readonly paidLabel?: boolean
  readonly logo?: 'unknown' | { readonly present: true; readonly box: object }
}

export interface Market {
  readonly parts: MarketParts
  readonly outside: SandboxClient
  readonly brands: Record<BrandName, PlayedBrand>
  readonly creators: Record<CreatorName, PlayedCreator>
  /** Advances the clock, night by night, to a given hour of a demo day. */
  at(day: number, hour: string): Promise<void>
  publish(creator: PlayedCreator, video: DemoVideo): Promise<{ id: string }>
}
