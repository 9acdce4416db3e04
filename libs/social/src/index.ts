export {
  configuredFetchPicture,
  configuredProvider,
  faultsOfOauthConfig,
  faultsOfSocialConfig,
  isOfficial,
  needsConsent,
  oauthAppsOf,
  oauthConfig,
  socialConfig,
} from './config.ts'
export type { FetchPicture } from './fetch-picture.ts'
/** @internal For tests of the services. */
export { httpProvider } from './http-provider.ts'
export { authorizeUrl, type Consent, exchangeCode, missingScopes, type OauthApp, refreshGrant, revokeGrant } from './oauth.ts'
export { type AccessOf, type AccountStats, type Grant, MAX_METRICS_IDS, SocialFault, type SocialProvider } from './provider.ts'
export { VerificationMessage } from './shapes.ts'
export { isSigned, SIGNATURE_HEADER } from './signature.ts'
