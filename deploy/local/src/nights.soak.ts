import { test } from 'vitest'
import { passNights } from './nights.fixture.ts'

test(
  'with a process per service: each night that the clock passes is done once and in order, whether it walks or jumps',
  { timeout: 240_000 },
  () => passNights({ distributed: true }),
)
