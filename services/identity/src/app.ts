import {
  AccountAdded,
  AccountRemoved,
  AccountUpdated,
  AccountVerified,
  BrandRegistered,
  CampaignRenamed,
  CampaignRequested,
  CreatorRegistered,
  DataExportChanged,
  DataExportPart,
  DataExportRequested,
  identityRoutes,
  NotificationsChanged,
  SessionChanged,
  SessionEnded,
  SettingChanged,
  UserCampaignsChecked,
  UserDeleted,
  UserDeletionBlocked,
  UserDeletionRequested,
  UserInvitationsChecked,
  UserMoneyChecked,
  UserWorkCleared,
} from '@reelfair/contracts'
import { defineService, everyBusinessDay, on, routesOf, webhook, worker } from '@reelfair/service-kit'
import { brandRoutes } from './brand-routes.ts'
import { createAdmin } from './cli/create-admin.ts'
import { createUser } from './cli/create-user.ts'
import { deleteAdmin } from './cli/delete-admin.ts'
import { deleteAgain } from './cli/delete-again.ts'
import { removeLogoOfBrand } from './cli/remove-brand-logo.ts'
import { removeUserFactor } from './cli/remove-second-factor.ts'
import { resealSecondFactors } from './cli/reseal-second-factors.ts'
import { config } from './config.ts'
import { notifyingEvents } from './domain/notification-table.ts'
import { portsOf } from './ports.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { enter, enterAfterCode, enterAgain, finishGoogle, rotated, signOut, startGoogle } from './sign-in-answers.ts'
import { accountDeletions, clearedDeletions } from './store/account-deletions.ts'
import { bells } from './store/bells.ts'
import { brandDeclarations } from './store/brand-declarations.ts'
import { brandLogos } from './store/brand-logos.ts'
import { brands } from './store/brands.ts'
import { challenges } from './store/challenges.ts'
import { dataExportParts, dataExports } from './store/data-exports.ts'
import { devices } from './store/devices.ts'
import { deletion } from './store/erase-user.ts'
import { googleAttempts } from './store/google-attempts.ts'
import { links } from './store/links.ts'
import { mailQueue, mails } from './store/mails.ts'
import { accountNames, campaignNames } from './store/names.ts'
import { notifications } from './store/notifications.ts'
import { securityEvents } from './store/security-events.ts'
import { sessions } from './store/sessions.ts'
import { settingChanges, settingLocks } from './store/setting-changes.ts'
import { steps } from './store/steps.ts'
import { throttles } from './store/throttles.ts'
import { users } from './store/users.ts'
import { acceptTerms } from './use-cases/accept-terms.ts'
import { announceTerms } from './use-cases/announce-terms.ts'
import { answerChallenge } from './use-cases/answer-challenge.ts'
import { changeLanguage } from './use-cases/change-language.ts'
import { changeName } from './use-cases/change-name.ts'
import { changePassword } from './use-cases/change-password.ts'
import { changeSetting } from './use-cases/change-setting.ts'
import { checkLink } from './use-cases/check-link.ts'
import { saveChoice, showChoices } from './use-cases/choose-notifications.ts'
import { confirmEmail } from './use-cases/confirm-email.ts'
import { confirmEmailChange } from './use-cases/confirm-email-change.ts'
import { connectGoogle } from './use-cases/connect-google.ts'
import { noteCampaigns, noteInvitations, noteMoney } from './use-cases/decide-deletion.ts'
import { deleteNextUser } from './use-cases/delete-user.ts'
import { disconnectGoogle } from './use-cases/disconnect-google.ts'
import { downloadDataExport, sendDataExport } from './use-cases/download-data-export.ts'
import { endChosenSession, endEverySession, endOtherSessions, endOwnSession } from './use-cases/end-session.ts'
import { exchangeSecret } from './use-cases/exchange-secret.ts'
import { userExport } from './use-cases/export-user.ts'
import { linkGoogleByPassword } from './use-cases/link-google-by-password.ts'
import { listAuditLog } from './use-cases/list-audit-log.ts'
import { listBrands } from './use-cases/list-brands.ts'
import { countUnreadNotifications, listNotifications } from './use-cases/list-notifications.ts'
import { listSecurityEvents } from './use-cases/list-security-events.ts'
import { listSessions } from './use-cases/list-sessions.ts'
import { listSettings } from './use-cases/list-settings.ts'
import { markAllRead, markRead } from './use-cases/mark-read.ts'
import { noteVerifiedAccount } from './use-cases/note-verified-account.ts'
import { notifyOfEvent } from './use-cases/notify-of-event.ts'
import { bothStepsRefusals } from './use-cases/prove-both-steps.ts'
import { receiveGoogleCallback } from './use-cases/receive-google-callback.ts'
import { registerWithGoogle } from './use-cases/register-with-google.ts'
import { forgetAccount, rememberAccount, rememberCampaignName } from './use-cases/remember-names.ts'
import { removeKeptRecords } from './use-cases/remove-kept-records.ts'
import { removeOldDataExports } from './use-cases/remove-old-data-exports.ts'
import { removeOldRecords } from './use-cases/remove-old-records.ts'
import { removeUnconfirmedUsers } from './use-cases/remove-unconfirmed-users.ts'
import { requestDataExport } from './use-cases/request-data-export.ts'
import { requestDeletion } from './use-cases/request-deletion.ts'
import { requestEmailChange } from './use-cases/request-email-change.ts'
import { requestPasswordReset } from './use-cases/request-password-reset.ts'
import { requestSignInLink } from './use-cases/request-sign-in-link.ts'
import { resendConfirmation } from './use-cases/resend-confirmation.ts'
import { resetPassword } from './use-cases/reset-password.ts'
import { sendContactMessage } from './use-cases/send-contact-message.ts'
import { sendNextMail } from './use-cases/send-next-mail.ts'
import { showAccount } from './use-cases/show-account.ts'
import { showDataExport } from './use-cases/show-data-export.ts'
import { showDeletion } from './use-cases/show-deletion.ts'
import { showGoogleConnection } from './use-cases/show-google-connection.ts'
import { showMe } from './use-cases/show-me.ts'
import { showPublicSettings } from './use-cases/show-public-settings.ts'
import { showSession } from './use-cases/show-session.ts'
import { signIn } from './use-cases/sign-in.ts'
import { signInByLink } from './use-cases/sign-in-by-link.ts'
import { signUp } from './use-cases/sign-up.ts'
import { startGoogleSignIn } from './use-cases/start-google-sign-in.ts'
import { storeExportPart } from './use-cases/store-export-part.ts'
import { unsubscribe, unsubscribeByMailbox } from './use-cases/unsubscribe.ts'

/** Every visitor gets the same response, so browsers and proxies may reuse it for a minute. */
const cached = <Body>(body: Body) => ({ body, headers: { 'Cache-Control': 'public, max-age=60' } })

const { del, get, post, put } = routesOf(identityRoutes)

export const identity = defineService({
  name: 'identity',
  config,
  ports: portsOf,
  collections: [
    users,
    sessions,
    securityEvents,
    challenges,
    devices,
    brands,
    brandLogos,
    brandDeclarations,
    links,
    mails,
    throttles,
    googleAttempts,
    notifications,
    bells,
    steps,
    campaignNames,
    accountNames,
    settingChanges,
    settingLocks,
    accountDeletions,
    dataExports,
    dataExportParts,
  ],
  routes: [
    post('/users', { role: 'visitor', run: signUp, refuses: ['password_common', 'email_taken'], perMinute: 10 }),
    post('/confirmations', {
      role: 'visitor',
      run: confirmEmail,
      refuses: ['wrong_credentials', 'confirmation_invalid', 'sign_in_slowed'],
      perMinute: 20,
      answer: enter,
    }),
    post('/confirmations/resend', { role: 'visitor', run: resendConfirmation, refuses: ['resend_too_soon'], status: 202, perMinute: 10 }),
    post('/sessions', {
      role: 'visitor',
      run: signIn,
      refuses: ['wrong_credentials', 'email_unconfirmed', 'sign_in_slowed'],
      perMinute: 30,
      answer: enter,
    }),
    post('/sessions/by-link', { role: 'visitor', run: signInByLink, refuses: ['sign_in_link_invalid'], perMinute: 20, answer: enter }),
    post('/sessions/by-code', {
      role: 'visitor',
      run: answerChallenge,
      refuses: ['challenge_invalid', 'wrong_code', 'code_slowed', 'second_factor_missing', 'google_connected_elsewhere'],
      perMinute: 30,
      answer: enterAfterCode,
    }),
    post('/sign-in-links', { role: 'visitor', run: requestSignInLink, refuses: ['resend_too_soon'], status: 202, perMinute: 10 }),
    post('/link-checks', {
      role: 'visitor',
      run: checkLink,
      refuses: ['confirmation_invalid', 'sign_in_link_invalid', 'reset_link_invalid', 'email_change_invalid'],
      perMinute: 60,
    }),
    post('/google/sign-ins', { role: 'visitor', run: startGoogleSignIn, refuses: ['not_found'], perMinute: 30, answer: startGoogle }),
    post('/google/callbacks', {
      role: 'visitor',
      run: receiveGoogleCallback,
      refuses: [
        'google_state_invalid',
        'google_failed',
        'google_unavailable',
        'google_already_connected',
        'google_connected_elsewhere',
        'google_email_unverified',
      ],
      perMinute: 30,
      answer: finishGoogle,
    }),
    post('/google/registrations', {
      role: 'visitor',
      run: registerWithGoogle,
      refuses: ['google_state_invalid', 'google_already_connected', 'google_connected_elsewhere'],
      perMinute: 20,
      answer: finishGoogle,
    }),
    post('/google/links', {
      role: 'visitor',
      run: linkGoogleByPassword,
      refuses: [
        'google_state_invalid',
        'wrong_credentials',
        'email_unconfirmed',
        'sign_in_slowed',
        'google_already_connected',
        'google_connected_elsewhere',
      ],
      perMinute: 20,
      answer: finishGoogle,
    }),
    post('/google/connections', {
      role: 'user',
      confidential: true,
      run: connectGoogle,
      refuses: [...bothStepsRefusals, 'not_found', 'google_already_connected'],
      perMinute: 20,
      answer: startGoogle,
    }),
    post('/google/disconnections', {
      role: 'user',
      confidential: true,
      run: disconnectGoogle,
      refuses: [...bothStepsRefusals, 'google_only_sign_in'],
      perMinute: 20,
      answer: (entered) => ({ status: 204, body: undefined, headers: rotated(entered) }),
    }),
    get('/google/connection', { role: 'user', run: showGoogleConnection }),
    get('/sessions', { role: 'user', run: listSessions }),
    del('/sessions/current', { role: 'user', run: endOwnSession, answer: signOut }),
    del('/sessions/others', { role: 'user', run: endOtherSessions }),
    del('/sessions', { role: 'user', run: endEverySession, answer: signOut }),
    del('/sessions/:sessionId', { role: 'user', run: endChosenSession }),
    post('/sessions/token', { role: 'gateway', run: exchangeSecret, refuses: ['not_signed_in'], status: 200, perMinute: 60_000 }),
    post('/contact-messages', { role: 'visitor', run: sendContactMessage, refuses: ['contact_too_soon'], status: 202, perMinute: 5 }),
    get('/session', { role: 'visitor', run: showSession }),
    get('/me', { role: 'user', run: showMe }),
    post('/terms-acceptances', { role: ['creator', 'any-brand'], run: acceptTerms, refuses: ['not_signed_in', 'terms_not_current'] }),
    get('/account', { role: 'user', run: showAccount, refuses: ['not_signed_in'] }),
    get('/security-events', { role: 'user', run: listSecurityEvents }),
    put('/account/language', { role: 'user', run: changeLanguage, refuses: ['not_signed_in'] }),
    get('/account/deletion', { role: 'user', run: showDeletion }),
    put('/account/name', { role: 'creator', run: changeName, refuses: ['not_signed_in'] }),
    post('/password-resets', {
      role: 'visitor',
      run: requestPasswordReset,
      refuses: ['resend_too_soon'],
      status: 202,
      perMinute: 10,
    }),
    post('/password-resets/confirm', {
      role: 'visitor',
      run: resetPassword,
      refuses: ['reset_link_invalid', 'password_common'],
      perMinute: 20,
      answer: enter,
    }),
    post('/account/deletion', {
      role: 'user',
      confidential: true,
      run: requestDeletion,
      refuses: [...bothStepsRefusals, 'deletion_by_command', 'account_closing', 'deletion_email_differs'],
      status: 202,
      perMinute: 20,
    }),
    post('/email-changes', {
      role: 'user',
      confidential: true,
      run: requestEmailChange,
      refuses: [...bothStepsRefusals, 'google_only_sign_in', 'resend_too_soon'],
      status: 202,
      perMinute: 10,
    }),
    post('/email-changes/confirm', {
      role: 'visitor',
      run: confirmEmailChange,
      refuses: ['email_change_invalid', 'wrong_password', 'sign_in_slowed', 'email_taken'],
      perMinute: 20,
      answer: ({ email, entered }) => ({ status: 200, body: { email }, headers: rotated(entered) }),
    }),
    put('/password', {
      role: 'user',
      confidential: true,
      run: changePassword,
      refuses: ['not_signed_in', 'wrong_password', 'password_common', 'sign_in_slowed'],
      perMinute: 30,
      answer: enterAgain,
    }),
    ...secondFactorRoutes,
    ...brandRoutes,
    get('/public-settings', { role: 'visitor', run: showPublicSettings, answer: cached }),
    get('/admin/settings', { role: 'admin', run: listSettings }),
    post('/admin/settings/:key', {
      role: 'admin',
      run: changeSetting,
      refuses: [
        'conflict',
        'setting_too_early',
        'setting_too_late',
        'setting_unchanged',
        'setting_limit_reached',
        'setting_insolvent',
        'setting_insolvent_former',
      ],
    }),
    get('/admin/brands', { role: 'admin', run: listBrands }),
    get('/admin/audit-log', { role: 'admin', run: listAuditLog }),
    get('/notifications', { role: 'user', run: listNotifications }),
    get('/notifications/unread', { role: 'user', run: countUnreadNotifications }),
    put('/notifications/:notificationId/read', { role: 'user', run: markRead }),
    put('/notifications/read', { role: 'user', run: markAllRead }),
    get('/notifications/choices', { role: 'user', run: showChoices }),
    put('/notifications/choices', { role: 'user', run: saveChoice, refuses: ['notification_required'] }),
    post('/data-exports', { role: 'user', run: requestDataExport, refuses: ['not_signed_in', 'data_export_too_soon'] }),
    get('/data-exports/latest', { role: 'user', run: showDataExport }),
    post('/data-exports/:exportId/file', {
      role: 'user',
      confidential: true,
      run: downloadDataExport,
      refuses: [...bothStepsRefusals, 'not_found'],
      perMinute: 20,
      answer: sendDataExport,
      streams: 'The file.',
    }),
    post('/unsubscriptions', { role: 'visitor', run: unsubscribe, refuses: ['unsubscribe_invalid'], status: 200, perMinute: 30 }),
    webhook('/webhooks/unsubscribe/:token', {
      // The signed token in the path authenticates the request.
      signatureHeader: 'content-type',
      run: unsubscribeByMailbox,
      bodyLimit: 2_048,
      perMinute: 600,
      refuses: ['unsubscribe_invalid'],
    }),
  ],
  subscribes: [
    on(AccountVerified, noteVerifiedAccount),
    on(AccountAdded, rememberAccount),
    on(AccountUpdated, rememberAccount),
    on(AccountRemoved, forgetAccount),
    on(CampaignRequested, rememberCampaignName),
    on(CampaignRenamed, rememberCampaignName),
    on(UserCampaignsChecked, noteCampaigns),
    on(UserInvitationsChecked, noteInvitations),
    on(UserMoneyChecked, noteMoney),
    on(DataExportPart, storeExportPart),
    // `domain/notification-table.ts` lists them.
    ...notifyingEvents.filter(({ event }) => event !== AccountVerified).map((entry) => on(entry.event, notifyOfEvent(entry))),
  ],
  publishes: [
    BrandRegistered,
    CreatorRegistered,
    NotificationsChanged,
    SessionChanged,
    SessionEnded,
    SettingChanged,
    UserDeletionRequested,
    UserWorkCleared,
    UserDeletionBlocked,
    UserDeleted,
    DataExportRequested,
    DataExportChanged,
  ],
  jobs: [
    everyBusinessDay('03:30', removeUnconfirmedUsers),
    everyBusinessDay('03:40', removeOldDataExports),
    everyBusinessDay('03:45', removeOldRecords),
    everyBusinessDay('03:50', removeKeptRecords),
    everyBusinessDay('04:00', announceTerms),
  ],
  workers: [worker('send-mails', 500, sendNextMail), worker('delete-users', 500, deleteNextUser)],
  queues: [mailQueue, clearedDeletions],
  commands: [createAdmin, createUser, deleteAdmin, deleteAgain, removeLogoOfBrand, removeUserFactor, resealSecondFactors],
  userDeletion: deletion,
  userExport,
})
