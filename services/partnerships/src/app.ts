import {
  AccountAdded,
  AccountRemoved,
  BrandRegistered,
  CreditsHeld,
  CreditsRefused,
  InvitationExpired,
  InvitationFailed,
  InvitationRequested,
  InvitationSent,
  partnershipsRoutes,
  UserInvitationsChecked,
} from '@reelfair/contracts'
import { defineService, everyBusinessDay, on, routesOf } from '@reelfair/service-kit'
import { config } from './config.ts'
import { accounts } from './store/accounts.ts'
import { brands } from './store/brands.ts'
import { deletion } from './store/erase-user.ts'
import { invitations, overdueInvitations } from './store/invitations.ts'
import { settings } from './store/settings.ts'
import { answerDeletionRequest, showDeletionObstacles } from './use-cases/check-deletion.ts'
import { expireInvitations } from './use-cases/expire-invitations.ts'
import { userExport } from './use-cases/export-user.ts'
import { failInvitation } from './use-cases/fail-invitation.ts'
import { forgetAccount } from './use-cases/forget-account.ts'
import { inviteAccount } from './use-cases/invite-account.ts'
import { listInvitations } from './use-cases/list-invitations.ts'
import { rememberAccount } from './use-cases/remember-account.ts'
import { rememberBrand } from './use-cases/remember-brand.ts'
import { sendInvitation } from './use-cases/send-invitation.ts'

const { get, post } = routesOf(partnershipsRoutes)

export const partnerships = defineService({
  name: 'partnerships',
  config,
  collections: [invitations, accounts, brands],
  routes: [
    post('/invitations', {
      role: 'brand',
      run: inviteAccount,
      contract: true,
      refuses: ['beginning_past', 'invitation_limit_reached', 'account_closing'],
    }),
    get('/invitations', { role: ['creator', 'any-brand'], run: listInvitations }),
    get('/deletion-obstacles', { role: ['creator', 'any-brand'], run: showDeletionObstacles }),
  ],
  subscribes: [
    ...answerDeletionRequest,
    on(AccountAdded, rememberAccount),
    on(AccountRemoved, forgetAccount),
    on(BrandRegistered, rememberBrand),
    on(CreditsHeld, sendInvitation),
    on(CreditsRefused, failInvitation),
  ],
  publishes: [InvitationRequested, InvitationSent, InvitationFailed, InvitationExpired, UserInvitationsChecked],
  jobs: [everyBusinessDay('02:00', expireInvitations)],
  queues: [overdueInvitations],
  settings,
  userDeletion: deletion,
  userExport,
})
