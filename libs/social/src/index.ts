export { configuredProvider, faultsOfSocialConfig, socialConfig } from './config.ts'
/** @internal For tests of the services. */
export { httpProvider } from './http-provider.ts'
/** @internal For the next step, in which creators connect their accounts. */
export { instagramProvider } from './instagram-provider.ts'
/** @internal For the next step. */
export { authorizeUrl, exchangeCode, refreshGrant } from './oauth.ts'
export { type AccountStats, MAX_METRICS_IDS, SocialFault, type SocialProvider } from './provider.ts'
export { VerificationMessage } from './shapes.ts'
export { isSigned, SIGNATURE_HEADER } from './signature.ts'
/** @internal For the next step. */
export { tiktokProvider } from './tiktok-provider.ts'
