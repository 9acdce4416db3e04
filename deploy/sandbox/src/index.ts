export { callSocialApi, type SocialApi } from './call-social-api.ts'
export { consentAsOwner } from './consent-as-owner.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
