import type { InvitationPath } from '@reelfair/contracts'
import { usePages, useRead, useViewedBrand } from '@reelfair/web-kit'

export const usePartnership = (partnershipId: string) =>
  useRead('partnerships', '/partnerships/partnerships/:partnershipId', { partnershipId })

/** In metrics, a partnership is one assignment with the partnership's id. */
export const usePartnershipVideos = (assignmentId: string) =>
  usePages('partnerships', '/metrics/assignments/:assignmentId/videos', { assignmentId, limit: 100 })

export const useHistory = (assignmentId: string, enabled = true) =>
  useRead('partnerships', '/metrics/assignments/:assignmentId/history', { assignmentId }, { enabled })

/** Newest first. */
export const useObservations = (assignmentId: string) =>
  usePages('partnerships', '/metrics/assignments/:assignmentId/observations', { assignmentId, limit: 100 })

/** An accepted invitation never changes. Admins cannot read invitations. */
export function useAcceptedInvitation(invitationId: InvitationPath['invitationId']) {
  const enabled = useViewedBrand() === undefined
  return useRead('invitations', '/partnerships/invitations/:invitationId', { invitationId }, { enabled })
}
