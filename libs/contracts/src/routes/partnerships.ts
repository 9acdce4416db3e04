import {
  AdminPartnerships,
  AdminPartnershipsQuery,
  Invitation,
  InvitationDraft,
  InvitationPath,
  InvitationsQuery,
  Partnership,
  PartnershipPath,
  Partnerships,
  PartnershipsQuery,
  TestPartnership,
  TestPartnerships,
} from '../partnerships.ts'
import { DeletionObstacles } from '../user-deletion.ts'
import { Page } from '../words.ts'
import type { RouteMap } from './route-map.ts'

export const partnershipsRoutes = {
  'POST /invitations': { input: InvitationDraft, output: Invitation },
  'GET /invitations': { input: InvitationsQuery, output: Page(Invitation) },
  'GET /invitations/:invitationId': { input: InvitationPath, output: Invitation },
  'POST /invitations/:invitationId/acceptance': { input: InvitationPath, output: Partnership },
  'POST /invitations/:invitationId/refusal': { input: InvitationPath, output: Invitation },
  'POST /invitations/:invitationId/withdrawal': { input: InvitationPath, output: Invitation },
  'GET /partnerships': { input: PartnershipsQuery, output: Partnerships },
  'GET /partnerships/:partnershipId': { input: PartnershipPath, output: Partnership },
  'GET /admin/partnerships': { input: AdminPartnershipsQuery, output: AdminPartnerships },
  'GET /admin/test-partnerships': { output: TestPartnerships },
  'POST /admin/test-partnerships': { input: TestPartnership, output: Invitation },
  'GET /deletion-obstacles': { output: DeletionObstacles },
} as const satisfies RouteMap
