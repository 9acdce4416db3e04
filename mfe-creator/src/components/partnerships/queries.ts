import type { MeasuredVideo, Partnership } from '@reelfair/contracts'
import { usePages, useRead, useReads, useWrite } from '@reelfair/web-kit'

/** Only the invitations that the creator can still answer. */
export const useOpenInvitations = () => usePages('invitations', '/partnerships/invitations', { only: 'open', limit: 50 })

export const useInvitation = (invitationId: string) => useRead('invitations', '/partnerships/invitations/:invitationId', { invitationId })

/** Planned, active, or waiting for the final checks. */
export const useUnsettledPartnerships = () => usePages('partnerships', '/partnerships/partnerships', { only: 'unsettled', limit: 50 })

export interface PartnershipWithVideos {
  readonly partnership: Partnership
  /** Undefined until they have loaded. */
  readonly videos: readonly MeasuredVideo[] | undefined
}

/** Adds each partnership's videos, which hold its current faults. A planned partnership has none. */
export function usePartnershipVideos(partnerships: readonly Partnership[]): PartnershipWithVideos[] {
  const begun = partnerships.filter(({ status }) => status !== 'planned')
  const videos = useReads(
    'partnerships',
    '/metrics/assignments/:assignmentId/videos',
    begun.map(({ id }) => ({ assignmentId: id, limit: 100 })),
  )
  return partnerships.map((partnership) => ({ partnership, videos: videos[begun.indexOf(partnership)]?.data?.items }))
}

const CHANGES = ['invitations', 'partnerships'] as const

export const useAcceptInvitation = (onDone: (partnership: Partnership) => void) =>
  useWrite('POST', '/partnerships/invitations/:invitationId/acceptance', { changes: CHANGES, onDone })

export const useRefuseInvitation = (onDone: () => void) =>
  useWrite('POST', '/partnerships/invitations/:invitationId/refusal', { changes: CHANGES, onDone })
