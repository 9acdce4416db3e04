import {
  AccessEnded,
  AccessRenewed,
  AccessRequested,
  AccountSeen,
  AccountUpdated,
  AccountVerified,
  CampaignEnded,
  metricsRoutes,
  PartnershipEnded,
  PartnershipStarted,
  RefreshCompleted,
  ReviewDecided,
  ReviewGrown,
  ReviewOpened,
  SignupCreated,
  ViewsEndangered,
  ViewsQualified,
} from '@reelfair/contracts'
import { REFRESH_DEADLINE } from '@reelfair/rules'
import { ConfigError, type ConfigOf, defineService, everyBusinessDay, on, routesOf, worker } from '@reelfair/service-kit'
import { configuredProvider, faultsOfSocialConfig, needsConsent } from '@reelfair/social'
import { recount } from './cli/recount.ts'
import { config } from './config.ts'
import { ACCESS_HOUR, READING_HOUR } from './domain/schedule.ts'
import type { Ports } from './ports.ts'
import { accesses } from './store/accesses.ts'
import { verifiedAccounts } from './store/accounts.ts'
import { assignments, endQueue, finalQueue, subjectEnds, subjectLocks } from './store/assignments.ts'
import { deletion } from './store/erase-user.ts'
import { nights } from './store/nights.ts'
import { observations } from './store/observations.ts'
import { refreshes } from './store/refreshes.ts'
import { overdueReviews, reviews } from './store/reviews.ts'
import { settings } from './store/settings.ts'
import { taskQueue, tasks } from './store/tasks.ts'
import { videos } from './store/videos.ts'
import { approveLogo } from './use-cases/approve-logo.ts'
import { decideOverdueReviews } from './use-cases/decide-overdue-reviews.ts'
import { decideReview } from './use-cases/decide-review.ts'
import { endAssignments } from './use-cases/end-assignments.ts'
import { userExport } from './use-cases/export-user.ts'
import { finishRefreshes } from './use-cases/finish-refreshes.ts'
import { endAccess, keepAccess } from './use-cases/follow-access.ts'
import { followAccount } from './use-cases/follow-account.ts'
import { listObservations } from './use-cases/list-observations.ts'
import { listAssignmentReviews, listBrandReviews, listReviews } from './use-cases/list-reviews.ts'
import { listAssignmentVideos, listCampaignVideos, listVideos } from './use-cases/list-videos.ts'
import { measurePartnership, measureSignup } from './use-cases/measure.ts'
import { noteCampaignEnd, notePartnershipEnd } from './use-cases/note-end.ts'
import { planFinalReadings } from './use-cases/plan-final-readings.ts'
import { readNextAccounts } from './use-cases/read-next-accounts.ts'
import { refreshViews } from './use-cases/refresh-views.ts'
import { requestAccessAhead } from './use-cases/request-access-ahead.ts'
import { showHistory } from './use-cases/show-history.ts'
import { showNights } from './use-cases/show-nights.ts'
import { showReadings } from './use-cases/show-readings.ts'

/** @throws ConfigError */
function ports(given: ConfigOf<typeof config> & { readonly NODE_ENV?: string | undefined }): Ports {
  const faults = faultsOfSocialConfig(given)
  if (faults.length > 0) throw new ConfigError('metrics', faults)
  return { social: configuredProvider(given), accessKey: given.ACCESS_KEY, needsConsent: (network) => needsConsent(given, network) }
}

const { get, post } = routesOf(metricsRoutes)

export const metrics = defineService({
  name: 'metrics',
  config,
  ports,
  collections: [
    ...[assignments, subjectEnds, subjectLocks, verifiedAccounts, accesses, nights, observations, refreshes, reviews, tasks, videos],
  ],
  routes: [
    get('/readings/latest', { role: 'user', run: showReadings }),
    get('/nights', { role: 'brand', adminsMayView: true, run: showNights }),
    get('/videos', { role: 'creator', run: listVideos }),
    get('/assignments/:assignmentId/videos', { role: ['creator', 'brand'], adminsMayView: true, run: listAssignmentVideos }),
    get('/assignments/:assignmentId/history', { role: ['creator', 'brand'], adminsMayView: true, run: showHistory }),
    get('/assignments/:assignmentId/observations', { role: ['creator', 'brand', 'admin'], adminsMayView: true, run: listObservations }),
    get('/assignments/:assignmentId/reviews', { role: ['creator', 'brand'], adminsMayView: true, run: listAssignmentReviews }),
    get('/campaigns/:campaignId/videos', { role: 'brand', adminsMayView: true, run: listCampaignVideos }),
    get('/reviews', { role: 'brand', adminsMayView: true, run: listBrandReviews }),
    post('/reviews/:reviewId/approval', { role: 'brand', status: 200, run: approveLogo, refuses: ['review_decided', 'review_overdue'] }),
    get('/admin/reviews', { role: 'admin', run: listReviews }),
    post('/admin/reviews/:reviewId/decision', {
      role: 'admin',
      status: 200,
      run: decideReview,
      refuses: ['review_decided', 'review_overdue'],
    }),
  ],
  subscribes: [
    on(SignupCreated, measureSignup),
    on(CampaignEnded, noteCampaignEnd),
    on(PartnershipStarted, measurePartnership),
    on(PartnershipEnded, notePartnershipEnd),
    on(AccountVerified, followAccount),
    on(AccountUpdated, followAccount),
    on(AccessRenewed, keepAccess),
    on(AccessEnded, endAccess),
  ],
  publishes: [AccessRequested, AccountSeen, ViewsQualified, ViewsEndangered, RefreshCompleted, ReviewOpened, ReviewGrown, ReviewDecided],
  // A service first started shortly after midnight still runs that night's refresh, because settlement waits for it.
  jobs: [
    { ...everyBusinessDay(READING_HOUR, refreshViews), firstDayUntil: REFRESH_DEADLINE },
    everyBusinessDay(ACCESS_HOUR, requestAccessAhead),
  ],
  workers: [
    // Several workers, so that a slow account does not delay the others.
    ...['read-1', 'read-2', 'read-3', 'read-4'].map((name) => worker(name, 1_000, readNextAccounts)),
    worker('end-assignments', 2_000, endAssignments),
    worker('plan-final-readings', 2_000, planFinalReadings),
    worker('finish-refreshes', 1_000, finishRefreshes),
    worker('decide-overdue-reviews', 2_000, decideOverdueReviews),
  ],
  queues: [taskQueue, endQueue, finalQueue, overdueReviews],
  commands: [recount],
  settings,
  userDeletion: deletion,
  userExport,
})
