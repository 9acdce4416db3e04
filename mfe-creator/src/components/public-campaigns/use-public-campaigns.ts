import type { AudienceLanguage, Category, IneligibilityReason, SignUp } from '@reelfair/contracts'
import { ApiError, usePages, useWrite } from '@reelfair/web-kit'

export type Filters = {
  readonly language?: AudienceLanguage
  readonly category?: Category
  /** Smallest campaign goal, in views. */
  readonly minViews?: number
  /** Largest campaign goal, in views. */
  readonly maxViews?: number
  /** Maximum time until the campaign ends. */
  readonly remaining?: '24h' | '3d' | '7d' | '30d'
}

/**
 * Polling detects changes that live updates do not announce, such as a newly verified account that the campaigns
 * service does not know about yet.
 * @source specification §9
 */
export const POLL_EVERY_MS = 30_000

/** Campaigns open to sign-ups, ending soonest first. */
export function usePublicCampaigns(filters: Filters, limit: number, options: { pollMs?: number } = {}) {
  const pages = usePages('campaigns', '/campaigns/public-campaigns', { ...filters, limit }, options)
  return { ...pages, firstPage: pages.data?.pages[0] }
}

export const useJoin = (onDone: (signUp: SignUp) => void) =>
  useWrite('POST', '/campaigns/public-campaigns/:campaignId/sign-ups', {
    changes: ['campaigns'],
    onDone,
  })

/** Returns an empty list unless the error is `not_eligible`. */
export function reasonsOf(error: unknown): readonly IneligibilityReason[] {
  const reasons = error instanceof ApiError && error.code === 'not_eligible' ? error.details.reasons : undefined
  return Array.isArray(reasons) ? (reasons as IneligibilityReason[]) : []
}
