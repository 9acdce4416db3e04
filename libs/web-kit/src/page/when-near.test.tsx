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
      constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
        approach = (isIntersecting) => act(() => tell([{ isIntersecting }]))
      }
      observe() {}
      disconnect = disconnect
    },
  )
  showPage(<WhenNear waiting="waiting">here</WhenNear>)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  disconnect.mockClear()
})

test('what is far below comes when the reader is near, and stays', () => {
  approach(false)
  expect(screen.getByText('waiting')).toBeDefined()
  approach(true)
  expect(screen.getByText('here')).toBeDefined()
  approach(false)
  expect(screen.getByText('here')).toBeDefined()
})

test('it comes by itself after ten seconds, for whoever prints or searches', () => {
  act(() => vi.advanceTimersByTime(9_999))
  expect(screen.getByText('waiting')).toBeDefined()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByText('here')).toBeDefined()
})

test('whoever leaves is watched no longer', () => {
  cleanup()
  expect(disconnect).toHaveBeenCalledOnce()
})
