/**
 * Test support for services. `@reelfair/testkit/engines` exports the engines, and `@reelfair/testkit/shared` the
 * engines that all test files of a run share.
 */
export { insertInBulk } from './bulk.ts'
export { type Answer, type Caller, type Client, clientsOf, testSecrets } from './client.ts'
export { movableClock } from './clock.ts'
export { eventually } from './eventually.ts'
export { countBy, times } from './lists.ts'
export { type Person, person } from './people.ts'
export { databaseUse, type Explained, explainQueries, multiply, queriesDuring } from './queries.ts'
export { expireLeases, failUntilSetAside, operate, queueMetrics, recordingLog, setAside } from './queues.ts'
export { startService, type TestApp, type TestOptions } from './service.ts'
export { watchQueries } from './watch-queries.ts'
export { cleanUpLater } from './when-over.ts'
