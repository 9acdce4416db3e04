import { test } from 'vitest'
import { passNights } from './nights.fixture.ts'

test('in one process: each night that the clock passes is done once and in order, whether it walks or jumps', { timeout: 240_000 }, () =>
  passNights({ distributed: false }),
)
