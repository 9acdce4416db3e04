import { test } from 'vitest'
import { checkNightlyJobs } from './nightly-jobs.fixture.ts'

test('runs nightly jobs once per day and in order, in one process', { timeout: 240_000 }, () => checkNightlyJobs({ distributed: false }))
