/** What a test of a service needs. The engines alone: `@reelfair/testkit/engines`; those of the whole run: `@reelfair/testkit/shared`. */
export { type Answer, type Client, clientsOf, testSecrets, type Who } from './client.ts'
export { type MovableClock, movableClock } from './clock.ts'
export { eventually } from './eventually.ts'
export { countBy, times } from './lists.ts'
export { aBrand, aCreator, anAdmin, anIncompleteBrand, type Builder, claimsOf, type Person, person } from './people.ts'
export { type Explained, explain, multiply, queriesDuring, wasteful } from './queries.ts'
export { startService, type TestApp, type TestOptions } from './service.ts'
export { watchQueries } from './watch-queries.ts'
