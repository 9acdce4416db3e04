import { Account, AccountInput, AccountPath, Accounts, CollabInput, NetworkCode, NetworkPath, VerificationInput } from '../verification.ts'
import type { RouteMap } from './route-map.ts'

export const verificationRoutes = {
  'POST /accounts': { input: AccountInput, output: Account },
  'GET /accounts': { output: Accounts },
  'DELETE /accounts/:accountId': { input: AccountPath },
  'POST /accounts/:accountId/verification': { input: VerificationInput, output: Account },
  'POST /accounts/:accountId/stats': { input: AccountPath, output: Account },
  'PUT /accounts/:accountId/collab': { input: CollabInput, output: Account },
  'PUT /codes/:network': { input: NetworkPath, output: NetworkCode },
} as const satisfies RouteMap
