/** Lets programs, such as browser tests and benchmarks, start the local system. People use `npm start`. */
export { freePort } from '@reelfair/testkit/engines'
export { buildApps } from './build-apps.ts'
export { runNamed } from './run-commands.ts'
export { builtApps, services } from './services.ts'
export { type Local, type LocalOptions, startLocal } from './start-local.ts'
