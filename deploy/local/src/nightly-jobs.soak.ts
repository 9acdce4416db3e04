import { test } from 'vitest'
import { checkNightlyJobs } from './nightly-jobs.fixture.ts'

test('runs nightly jobs once per day and in order, with one process per service', { timeout: 240_000 }, () =>
  checkNightlyJobs({ distributed: true }),
)
