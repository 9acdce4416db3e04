import type { KeyObject } from 'node:crypto'
import {
  AccessEnded,
  AccessRenewed,
  AccessRequested,
  AccountAdded,
  AccountChanged,
  AccountFailed,
  AccountRemoved,
  AccountSeen,
  AccountUpdated,
  AccountVerified,
  PartnershipSettled,
  UserDeletionBlocked,
  UserDeletionRequested,
  verificationRoutes,
} from '@reelfair/contracts'
import { ConfigError, type ConfigOf, defineService, keyFor, on, pictureAnswer, routesOf, webhook, worker } from '@reelfair/service-kit'
import {
  configuredFetchPicture,
  configuredProvider,
  faultsOfOauthConfig,
  faultsOfSocialConfig,
  isOfficial,
  isSigned,
  needsConsent,
  oauthAppsOf,
  SIGNATURE_HEADER,
} from '@reelfair/social'
import { resealGrants } from './cli/reseal-grants.ts'
import { resetAttempts } from './cli/reset-attempts.ts'
import { config } from './config.ts'
import type { Ports } from './ports.ts'
import { accounts, statsQueue } from './store/accounts.ts'
import { attemptQueue, attempts } from './store/attempts.ts'
import { connectionAttempts } from './store/connection-attempts.ts'
import { creatorNetworks } from './store/creator-networks.ts'
import { deletion } from './store/erase-user.ts'
import { grantQueue, grants } from './store/grants.ts'
import { messages } from './store/messages.ts'
import { records } from './store/records.ts'
import { revocationQueue, revocations } from './store/revocations.ts'
import { savedSearches } from './store/saved-searches.ts'
import { pictures, showcaseQueue, showcases } from './store/showcases.ts'
import { addAccount } from './use-cases/add-account.ts'
import { addToRecord } from './use-cases/add-to-record.ts'
import { endConnection } from './use-cases/end-connection.ts'
import { userExport } from './use-cases/export-user.ts'
import { findCreators } from './use-cases/find-creators.ts'
import { followVisibility } from './use-cases/follow-visibility.ts'
import { hideAccounts, showAccounts } from './use-cases/hide-accounts.ts'
import { listAccounts } from './use-cases/list-accounts.ts'
import { answerAccessRequest } from './use-cases/provide-access.ts'
import { readNextShowcase } from './use-cases/read-showcase.ts'
import { receiveConnection } from './use-cases/receive-connection.ts'
import { receiveVerdict } from './use-cases/receive-verdict.ts'
import { refreshNextStats, refreshStats } from './use-cases/refresh-stats.ts'
import { removeAccount } from './use-cases/remove-account.ts'
import { renewAccess } from './use-cases/renew-access.ts'
import { renewCode } from './use-cases/renew-code.ts'
import { revokeNextConsent } from './use-cases/revoke-consent.ts'
import { deleteSavedSearch, listSavedSearches, renameSavedSearch, saveSearch } from './use-cases/saved-searches.ts'
import { showCollabPage } from './use-cases/show-collab-page.ts'
import { showPicture } from './use-cases/show-picture.ts'
import { startConnection } from './use-cases/start-connection.ts'
import { startVerification } from './use-cases/start-verification.ts'
import { switchCollab } from './use-cases/switch-collab.ts'
import { verifyNextAccount } from './use-cases/verify-next-account.ts'

/** @throws ConfigError */
function ports(given: ConfigOf<typeof config> & { readonly NODE_ENV?: string | undefined }): Ports {
  const faults = [...faultsOfSocialConfig(given), ...faultsOfOauthConfig(given)]
  if (faults.length > 0) throw new ConfigError('verification', faults)
  return {
    social: configuredProvider(given),
    fetchPicture: configuredFetchPicture(given),
    isSigned: (body, signature, now) => isSigned(given.WORKFLOW_CALLBACK_SECRET, body, signature, now),
    publicOrigin: given.PUBLIC_ORIGIN,
    apps: oauthAppsOf(given),
    accessKeys: accessKeysOf(given.ACCESS_KEY),
    needsConsent: (network) => needsConsent(given, network),
    isOfficial: (network) => isOfficial(given, network),
    // A getter, so that only commands that read a key open standard input.
    get standardInput() {
      return process.stdin
    },
  }
}

const accessKeysOf = (key: KeyObject | undefined): Ports['accessKeys'] =>
  key === undefined
    ? undefined
    : {
        attempts: keyFor(key, 'verification: connection attempts'),
        grants: keyFor(key, 'verification: grants'),
        tokens: key,
      }

const { del, get, patch, post, put } = routesOf(verificationRoutes)

export const verification = defineService({
  name: 'verification',
  config,
  ports,
  collections: [
    accounts,
    attempts,
    messages,
    creatorNetworks,
    savedSearches,
    records,
    connectionAttempts,
    grants,
    revocations,
    showcases,
    pictures,
  ],
  routes: [
    post('/accounts', {
      role: 'creator',
      run: addAccount,
      refuses: [
        'username_spaces',
        'username_address',
        'username_characters',
        'account_exists',
        'account_limit_reached',
        'account_additions_reached',
      ],
    }),
    get('/accounts', { role: 'creator', run: listAccounts }),
    del('/accounts/:accountId', { role: 'creator', run: removeAccount, refuses: ['account_verified', 'verification_running'] }),
    post('/accounts/:accountId/verification', {
      role: 'creator',
      run: startVerification,
      refuses: [
        'username_spaces',
        'username_address',
        'username_characters',
        'account_already_verified',
        'username_taken',
        'verification_code_over',
        'verification_limit_reached',
        'verification_running',
        'connection_required',
      ],
      status: 202,
    }),
    post('/accounts/:accountId/stats', {
      role: 'creator',
      run: refreshStats,
      refuses: ['account_not_verified', 'stats_running', 'stats_too_soon'],
      status: 202,
    }),
    put('/accounts/:accountId/collab', { role: 'creator', run: switchCollab, refuses: ['account_not_verified', 'collab_network'] }),
    // States and codes are secrets. Few, because each begins or ends a creator's visit to a network's page.
    post('/connections', { role: 'creator', run: startConnection, confidential: true, perMinute: 20 }),
    post('/connections/callbacks', {
      role: 'creator',
      run: receiveConnection,
      confidential: true,
      perMinute: 20,
      refuses: [
        'connection_invalid',
        'connection_failed',
        'connection_unavailable',
        'connection_permissions_missing',
        'account_taken',
        'username_taken',
        'account_limit_reached',
        'account_additions_reached',
        'verification_unreadable',
        'account_closing',
      ],
    }),
    del('/accounts/:accountId/connection', { role: 'creator', run: endConnection }),
    // Low, so that guessing which accounts have a page takes long.
    get('/collab/:username', { role: 'visitor', run: showCollabPage, perMinute: 60 }),
    get('/pictures/:pictureId', { role: 'visitor', run: showPicture, answer: pictureAnswer('picture'), streams: 'The picture.' }),
    put('/codes/:network', { role: 'creator', run: renewCode }),
    get('/creators', { role: 'brand', run: findCreators }),
    get('/saved-searches', { role: 'brand', run: listSavedSearches }),
    post('/saved-searches', {
      role: 'brand',
      run: saveSearch,
      refuses: ['saved_search_name_taken', 'saved_search_limit_reached'],
    }),
    patch('/saved-searches/:savedSearchId', { role: 'brand', run: renameSavedSearch, refuses: ['saved_search_name_taken'] }),
    del('/saved-searches/:savedSearchId', { role: 'brand', run: deleteSavedSearch }),
    webhook('/webhooks/verification', {
      signatureHeader: SIGNATURE_HEADER,
      run: receiveVerdict,
      refuses: ['bad_signature', 'invalid_input', 'message_replayed'],
    }),
  ],
  subscribes: [
    on(PartnershipSettled, addToRecord),
    on(AccessRequested, answerAccessRequest),
    on(AccountSeen, followVisibility),
    on(UserDeletionRequested, hideAccounts),
    on(UserDeletionBlocked, showAccounts),
  ],
  publishes: [AccountAdded, AccountRemoved, AccountChanged, AccountFailed, AccountVerified, AccountUpdated, AccessRenewed, AccessEnded],
  // Several workers, because one call to the workflow may take a minute and must not delay other accounts.
  workers: [
    ...['verify-1', 'verify-2', 'verify-3', 'verify-4'].map((name) => worker(name, 1_000, verifyNextAccount)),
    worker('renew-access', 1_000, renewAccess),
    worker('revoke-consents', 1_000, revokeNextConsent),
    worker('refresh-stats', 2_000, refreshNextStats),
    worker('read-showcase', 2_000, readNextShowcase),
  ],
  queues: [attemptQueue, statsQueue, grantQueue, revocationQueue, showcaseQueue],
  commands: [resetAttempts, resealGrants],
  userDeletion: deletion,
  userExport,
})
