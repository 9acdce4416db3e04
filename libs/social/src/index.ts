export { httpProvider } from './http-provider.ts'
export { type AccountStats, MAX_METRICS_IDS, SocialFault, type SocialProvider } from './provider.ts'
export { VerificationMessage } from './shapes.ts'
export { isSigned, SIGNATURE_HEADER } from './signature.ts'
