// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ok, openApp } from '../page.fixture.tsx'

afterEach(() => vi.unstubAllGlobals())

const visitor = ({ path }: { path: string }) => (path === '/identity/session' ? ok({}) : undefined)
const receipt = () => screen.queryByRole('article', { name: /^Receipt/ })

test('the receipt comes when the reader comes near it, not with the first load', async () => {
  let approach: ((seen: { isIntersecting: boolean }[]) => void) | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: typeof approach) {
        approach = seen
      }
      observe() {}
      disconnect() {}
    },
  )
  openApp('/', visitor, 'en')
  await vi.waitFor(() => expect(approach).toBeDefined())
  await act(async () => approach?.([{ isIntersecting: false }]))
  // Its code is loaded before the claim that it is not shown, else that would hold by chance.
  await act(() => import('./example-receipt.tsx'))
  expect(receipt()).toBeNull()
  await act(async () => approach?.([{ isIntersecting: true }]))
  await vi.waitFor(() => expect(receipt()).not.toBeNull())
})
