import {
  AssignmentHistory,
  AssignmentPath,
  AssignmentQuery,
  CampaignMetricsQuery,
  MeasuredVideos,
  Nights,
  Observations,
  Readings,
  Review,
  ReviewApproval,
  ReviewDecision,
  Reviews,
} from '../metrics.ts'
import { PageQuery } from '../words.ts'
import type { RouteMap } from './route-map.ts'

export const metricsRoutes = {
  'GET /readings/latest': { output: Readings },
  'GET /nights': { output: Nights },
  'GET /videos': { input: PageQuery, output: MeasuredVideos },
  'GET /assignments/:assignmentId/videos': { input: AssignmentQuery, output: MeasuredVideos },
  'GET /assignments/:assignmentId/history': { input: AssignmentPath, output: AssignmentHistory },
  'GET /assignments/:assignmentId/observations': { input: AssignmentQuery, output: Observations },
  'GET /assignments/:assignmentId/reviews': { input: AssignmentQuery, output: Reviews },
  'GET /campaigns/:campaignId/videos': { input: CampaignMetricsQuery, output: MeasuredVideos },
  'GET /reviews': { input: PageQuery, output: Reviews },
  'POST /reviews/:reviewId/approval': { input: ReviewApproval, output: Review },
  'GET /admin/reviews': { input: PageQuery, output: Reviews },
  'POST /admin/reviews/:reviewId/decision': { input: ReviewDecision, output: Review },
} as const satisfies RouteMap
