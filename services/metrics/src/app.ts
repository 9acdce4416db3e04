/** Metrics, table of contents. */
import { AccountAdded, AccountRemoved, ReadingCompleted, Readings } from '@reelfair/contracts'
import { defineService, everyBusinessDay, get, on } from '@reelfair/service-kit'
import { config } from './config.ts'
import { READING_HOUR } from './domain/reading.ts'
import { measuredAccounts } from './store/accounts.ts'
import { readings } from './store/readings.ts'
import { followAccount } from './use-cases/follow-account.ts'
import { refreshViews } from './use-cases/refresh-views.ts'
import { showReadings } from './use-cases/show-readings.ts'
import { unfollowAccount } from './use-cases/unfollow-account.ts'

export const metrics = defineService({
  name: 'metrics',
  config,
  collections: [measuredAccounts, readings],
  routes: [get('/readings/latest', { role: 'user', output: Readings, run: showReadings })],
  hears: [on(AccountAdded, followAccount), on(AccountRemoved, unfollowAccount)],
  says: [ReadingCompleted],
  jobs: [everyBusinessDay(READING_HOUR, refreshViews)],
})
