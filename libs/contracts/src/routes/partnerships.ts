import { Invitation, InvitationDraft, InvitationsQuery } from '../partnerships.ts'
import { DeletionObstacles } from '../user-deletion.ts'
import { Page } from '../words.ts'
import type { RouteMap } from './route-map.ts'

export const partnershipsRoutes = {
  'POST /invitations': { input: InvitationDraft, output: Invitation },
  'GET /invitations': { input: InvitationsQuery, output: Page(Invitation) },
  'GET /deletion-obstacles': { output: DeletionObstacles },
} as const satisfies RouteMap
