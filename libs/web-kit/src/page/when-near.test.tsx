// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showPage } from '../testing/show-page.tsx'
import { WhenNear } from './when-near.tsx'

let approach: (isIntersecting: boolean) => void = () => {}
const disconnect = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (seen: { isIntersecting: boolean }[]) => void) {
        approach = (isIntersecting) => act(() => notify([{ isIntersecting }]))
      }
      observe() {}
      disconnect = disconnect
    },
  )
  showPage(<WhenNear waiting="waiting">here</WhenNear>)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  disconnect.mockClear()
})

test('shows its content when the reader scrolls close to it, and keeps it visible', () => {
  approach(false)
  expect(screen.getByText('waiting')).toBeDefined()
  approach(true)
  expect(screen.getByText('here')).toBeDefined()
  approach(false)
  expect(screen.getByText('here')).toBeDefined()
})

test('shows its content after ten seconds without scrolling, for printing and searching', () => {
  act(() => vi.advanceTimersByTime(9_999))
  expect(screen.getByText('waiting')).toBeDefined()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByText('here')).toBeDefined()
})

test('disconnects its observer on unmount', () => {
  cleanup()
  expect(disconnect).toHaveBeenCalledOnce()
})
