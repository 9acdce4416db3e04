// @vitest-environment jsdom
import { serverNow, setServerClock } from '@reelfair/ui'
import { expect, onTestFinished, test } from 'vitest'
import { reportServerDate } from './api/server-date.ts'
import './provider.tsx'

test('sets the clock from response dates', () => {
  onTestFinished(() => setServerClock(new Date().toUTCString()))
  const tomorrow = Date.now() + 86_400_000
  reportServerDate(new Date(tomorrow).toUTCString())
  expect(Math.abs(serverNow() - tomorrow)).toBeLessThan(5_000)
})
