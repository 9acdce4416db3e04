/** What only tests and testkit use. */

export { fullConfig, readConfig } from './config.ts'
export { routeRefusals } from './describe/route-refusals.ts'
export { followClock } from './follow-clock.ts'
export { MAX_FAILURES } from './queue/queue.ts'
export { verifyToken } from './token.ts'
