import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => {
  throw new Error('timed out')
}

test('returns the value of a promise that settles in time and clears its timer', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = withTimeout(promise, 100, never)
  await vi.advanceTimersByTimeAsync(99)
  resolve('value')
  expect(await answer).toBe('value')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects with the error of a promise that fails in time and clears its timer', async () => {
  await expect(withTimeout(Promise.reject(new Error('failed')), 100, never)).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
})

test('returns the result of onTimeout at the limit, and ignores a later failure', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  const onTimeout = vi.fn(() => 'late')
  const answer = withTimeout(promise, 100, onTimeout)
  await vi.advanceTimersByTimeAsync(99)
  expect(onTimeout).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBe('late')
  // Vitest fails the run for an unhandled rejection.
  reject(new Error('failed'))
  await vi.runAllTimersAsync()
})

test('rejects with the error that onTimeout throws', async () => {
  const answer = withTimeout(new Promise(() => {}), 100, never)
  const thrown = expect(answer).rejects.toThrow('timed out')
  await vi.advanceTimersByTimeAsync(100)
  await thrown
})

test('prefers a settled promise even after the deadline, without a warning about negative times', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warned.mockRestore())
  vi.useRealTimers()
  expect(await withTimeout(Promise.resolve('value'), -5, never)).toBe('value')
  await expect(withTimeout(new Promise(() => {}), -5, never)).rejects.toThrow('timed out')
  expect(warned).not.toHaveBeenCalled()
})
