/** The local system for programs, such as browser tests and benchmarks. People use `npm start`. */
export { freePort } from '@reelfair/testkit/engines'
export { buildApps } from './build-apps.ts'
export { listCommands, runNamed } from './run-commands.ts'
export type { SignIn } from './seed-demo.ts'
export { builtApps, gateway, services, type WebSources } from './services.ts'
export { type Local, type LocalOptions, startLocal } from './start-local.ts'
export { UserError } from './user-error.ts'
