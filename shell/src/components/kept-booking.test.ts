// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetBooking, keepBooking, keptBooking, placeAfterSignIn } from './kept-booking.ts'

const PATH = '/collab/lea.kitchen?budget=250#book'
const brand = { id: crypto.randomUUID(), email: 'a@b.example', role: 'brand', complete: true } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('keeps a booking for a day, or until it is forgotten', () => {
  keepBooking(PATH)
  expect(keptBooking()).toBe(PATH)
  vi.advanceTimersByTime(86_400_000 - 1)
  expect(keptBooking()).toBe(PATH)
  vi.advanceTimersByTime(1)
  expect(keptBooking()).toBeUndefined()
  keepBooking(PATH)
  forgetBooking()
  expect(keptBooking()).toBeUndefined()
})

test.each(['null', '7', '{', '{"path":7,"at":1}', '{}'])('ignores other content: %s', (content) => {
  localStorage.setItem('reelfair.booking', content)
  expect(keptBooking()).toBeUndefined()
})

test.each([
  '//evil.example/collab/x',
  '/collab/..//evil.example',
  '/collab/../account',
  '/brand-dashboard',
  'https://evil.example/collab/x',
])('never leads to another page: %s', (path) => {
  keepBooking(path)
  expect(keptBooking()).toBeUndefined()
})

test('leads a brand without a redirect back to its booking, through registration if it is incomplete', () => {
  keepBooking(PATH)
  expect(placeAfterSignIn(brand, undefined)).toBe(PATH)
  expect(placeAfterSignIn({ ...brand, complete: false }, undefined)).toBe(`/brand/form?redirect=${encodeURIComponent(PATH)}`)
  expect(placeAfterSignIn(brand, '/brand-dashboard/purchase')).toBe('/brand-dashboard/purchase')
  expect(placeAfterSignIn({ ...brand, role: 'creator' }, undefined)).toBe('/dashboard')
  expect(placeAfterSignIn({ secondStep: true }, undefined)).toBe('/second-factor')
})
