// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWaitTogether } from './use-wait-together.ts'

function Dashboard({ pending }: { pending: readonly boolean[] }) {
  return useWaitTogether(pending.map((isPending) => ({ isPending }))) ? <p>skeleton</p> : <p>parts</p>
}
const shown = () => screen.getByText(/skeleton|parts/).textContent

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waits for the last response, and does not wait again during a refetch', () => {
  const { rerender } = render(<Dashboard pending={[true, true]} />)
  expect(shown()).toBe('skeleton')
  rerender(<Dashboard pending={[false, true]} />)
  expect(shown()).toBe('skeleton')
  rerender(<Dashboard pending={[false, false]} />)
  expect(shown()).toBe('parts')
  rerender(<Dashboard pending={[true, false]} />)
  expect(shown()).toBe('parts')
})

test('shows the parts immediately if all responses have arrived, otherwise after four seconds at the latest', () => {
  render(<Dashboard pending={[false]} />)
  expect(shown()).toBe('parts')
  cleanup()
  render(<Dashboard pending={[true]} />)
  act(() => void vi.advanceTimersByTime(3_999))
  expect(shown()).toBe('skeleton')
  act(() => void vi.advanceTimersByTime(1))
  expect(shown()).toBe('parts')
})
