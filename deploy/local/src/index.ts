/** The local Reelfair for programs: the browser tests, the bench. People type `npm start`. */
export { freePort } from '@reelfair/testkit/engines'
export { buildApps } from './build-apps.ts'
export { listCommands, runNamed } from './run-commands.ts'
export type { SignIn } from './seed-demo.ts'
export { Sentence } from './sentence.ts'
export { builtApps, gateway, services, type WebSources } from './services.ts'
export { type Local, type LocalOptions, startLocal } from './start-local.ts'
