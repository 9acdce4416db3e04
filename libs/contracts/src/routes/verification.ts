import { ConnectionCallback, ConnectionInput, ConnectionOutcome, ConnectionStart } from '../connections.ts'
import {
  CreatorsQuery,
  FoundCreators,
  SavedSearch,
  SavedSearches,
  SavedSearchInput,
  SavedSearchPath,
  SavedSearchRename,
} from '../creator-search.ts'
import {
  Account,
  AccountInput,
  AccountPath,
  Accounts,
  CollabInput,
  CollabPage,
  CollabPath,
  NetworkCode,
  NetworkPath,
  PicturePath,
  VerificationInput,
} from '../verification.ts'
import type { RouteMap } from './route-map.ts'

export const verificationRoutes = {
  'POST /accounts': { input: AccountInput, output: Account },
  'GET /accounts': { output: Accounts },
  'DELETE /accounts/:accountId': { input: AccountPath },
  'POST /accounts/:accountId/verification': { input: VerificationInput, output: Account },
  'POST /accounts/:accountId/stats': { input: AccountPath, output: Account },
  'PUT /accounts/:accountId/collab': { input: CollabInput, output: Account },
  'DELETE /accounts/:accountId/connection': { input: AccountPath },
  'POST /connections': { input: ConnectionInput, output: ConnectionStart },
  'POST /connections/callbacks': { input: ConnectionCallback, output: ConnectionOutcome },
  'GET /collab/:username': { input: CollabPath, output: CollabPage },
  'GET /pictures/:pictureId': { input: PicturePath },
  'PUT /codes/:network': { input: NetworkPath, output: NetworkCode },
  'GET /creators': { input: CreatorsQuery, output: FoundCreators },
  'GET /saved-searches': { output: SavedSearches },
  'POST /saved-searches': { input: SavedSearchInput, output: SavedSearch },
  'PATCH /saved-searches/:savedSearchId': { input: SavedSearchRename, output: SavedSearch },
  'DELETE /saved-searches/:savedSearchId': { input: SavedSearchPath },
} as const satisfies RouteMap
