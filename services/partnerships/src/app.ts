import {
  AccountUpdated,
  AccountVerified,
  BrandRegistered,
  CreditsHeld,
  CreditsRefused,
  InvitationClosed,
  InvitationExpiring,
  InvitationFailed,
  InvitationRequested,
  InvitationSent,
  LogoRemoved,
  LogoStored,
  PartnershipAccepted,
  PartnershipCounted,
  PartnershipEnded,
  PartnershipPaymentChanged,
  PartnershipSettled,
  PartnershipStarted,
  partnershipsRoutes,
  SignupCreated,
  UserInvitationsChecked,
  ViewsQualified,
} from '@reelfair/contracts'
import { SETTLEMENT_TIME } from '@reelfair/rules'
import { defineService, everyBusinessDay, on, routesOf, worker } from '@reelfair/service-kit'
import { computePartnerships } from './cli/compute-partnerships.ts'
import { config, portsOf } from './config.ts'
import { accounts } from './store/accounts.ts'
import { brandRecords } from './store/brand-records.ts'
import { brands } from './store/brands.ts'
import { deletion } from './store/erase-user.ts'
import { dueInvitations, invitations } from './store/invitations.ts'
import { logos } from './store/logos.ts'
import { partnerships as partnershipStore, plannedPartnerships } from './store/partnerships.ts'
import { refreshes } from './store/refreshes.ts'
import { settings } from './store/settings.ts'
import { acceptInvitation, rejectInvitation, withdrawInvitation } from './use-cases/answer-invitation.ts'
import { answerDeletionRequest, showDeletionObstacles } from './use-cases/check-deletion.ts'
import { countViews } from './use-cases/count-views.ts'
import { createTestPartnership, showTestPartnerships } from './use-cases/create-test-partnership.ts'
import { userExport } from './use-cases/export-user.ts'
import { failInvitation } from './use-cases/fail-invitation.ts'
import { inviteAccount } from './use-cases/invite-account.ts'
import { listInvitations } from './use-cases/list-invitations.ts'
import { recordPayment } from './use-cases/record-payment.ts'
import { rejectSuperseded } from './use-cases/reject-superseded.ts'
import { rememberAccount } from './use-cases/remember-account.ts'
import { rememberBrand } from './use-cases/remember-brand.ts'
import { forgetLogo, rememberLogo } from './use-cases/remember-logo.ts'
import { sendInvitation } from './use-cases/send-invitation.ts'
import { settleDay } from './use-cases/settle-day.ts'
import { startPartnerships } from './use-cases/start-partnerships.ts'
import { takeDueSteps } from './use-cases/take-due-steps.ts'
import { showInvitation } from './use-cases/view-invitation.ts'
import { listAllPartnerships, listPartnerships, showPartnership } from './use-cases/view-partnership.ts'

const { get, post } = routesOf(partnershipsRoutes)

export const partnerships = defineService({
  name: 'partnerships',
  config,
  ports: portsOf,
  collections: [invitations, partnershipStore, accounts, brandRecords, brands, logos, refreshes.collection],
  routes: [
    post('/invitations', {
      role: 'brand',
      run: inviteAccount,
      contract: true,
      refuses: [
        'beginning_past',
        'beginning_too_far',
        'views_goal_invalid',
        'goal_too_small',
        'invitation_limit_reached',
        'unfunded_invitations_reached',
        'invitation_open',
        'account_not_invitable',
        'logo_not_ready',
        'collab_demo',
        'account_closing',
      ],
    }),
    get('/invitations', { role: ['creator', 'any-brand'], adminsMayView: true, run: listInvitations }),
    get('/invitations/:invitationId', { role: ['creator', 'any-brand'], run: showInvitation }),
    post('/invitations/:invitationId/acceptance', {
      role: 'creator',
      run: acceptInvitation,
      contract: true,
      refuses: ['invitation_over', 'account_closing'],
    }),
    post('/invitations/:invitationId/refusal', { role: 'creator', run: rejectInvitation, status: 200, refuses: ['invitation_over'] }),
    post('/invitations/:invitationId/withdrawal', {
      role: 'any-brand',
      run: withdrawInvitation,
      status: 200,
      refuses: ['invitation_over'],
    }),
    get('/partnerships', { role: ['creator', 'brand'], adminsMayView: true, run: listPartnerships }),
    get('/partnerships/:partnershipId', { role: ['creator', 'brand', 'admin'], adminsMayView: true, run: showPartnership }),
    get('/admin/partnerships', { role: 'admin', run: listAllPartnerships }),
    get('/admin/test-partnerships', { role: 'admin', run: showTestPartnerships }),
    post('/admin/test-partnerships', {
      role: 'admin',
      run: createTestPartnership,
      refuses: ['not_found', 'media_required', 'account_not_invitable', 'invitation_open'],
    }),
    get('/deletion-obstacles', { role: ['creator', 'any-brand'], run: showDeletionObstacles }),
  ],
  subscribes: [
    ...answerDeletionRequest,
    on(AccountVerified, rememberAccount),
    on(AccountUpdated, rememberAccount),
    on(BrandRegistered, rememberBrand),
    on(LogoStored, rememberLogo),
    on(LogoRemoved, forgetLogo),
    on(CreditsHeld, sendInvitation),
    on(CreditsRefused, failInvitation),
    on(SignupCreated, rejectSuperseded),
    on(ViewsQualified, countViews),
    refreshes.subscription,
    on(PartnershipPaymentChanged, recordPayment),
  ],
  publishes: [
    InvitationRequested,
    InvitationSent,
    InvitationFailed,
    InvitationExpiring,
    InvitationClosed,
    PartnershipAccepted,
    PartnershipStarted,
    PartnershipCounted,
    PartnershipEnded,
    PartnershipSettled,
    UserInvitationsChecked,
  ],
  jobs: [everyBusinessDay(SETTLEMENT_TIME, settleDay)],
  workers: [worker('invitations', 2_000, takeDueSteps), worker('planned-partnerships', 2_000, startPartnerships)],
  queues: [dueInvitations, plannedPartnerships],
  commands: [computePartnerships],
  settings,
  userDeletion: deletion,
  userExport,
})
