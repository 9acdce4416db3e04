export { type HttpProviderOptions, httpProvider } from './http-provider.ts'
export {
  type AccountRef,
  type AccountStats,
  type Box,
  type LogoFinding,
  MAX_METRICS_IDS,
  REFUSALS,
  SocialFault,
  type SocialFaultKind,
  type SocialProvider,
  type Verification,
  type VerificationRequest,
  type VideoMetrics,
} from './provider.ts'
export { VerificationMessage } from './shapes.ts'
export { isSigned, SIGNATURE_HEADER, signMessage, TOLERANCE_SECONDS } from './signature.ts'
