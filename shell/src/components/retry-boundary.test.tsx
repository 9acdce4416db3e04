// @vitest-environment jsdom
import { UiProvider } from '@reelfair/ui'
import { PageRoutes, pageModule } from '@reelfair/web-kit'
import { MemoryRouter } from '@reelfair/web-kit/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { RetryBoundary } from './retry-boundary.tsx'

const panel = () => screen.findByText('This part of Reelfair didn’t load.')
const Contents = () => <h1>Contents</h1>

function show(load: () => Promise<() => React.JSX.Element>) {
  const pages = { '/': pageModule(load) }
  render(
    <UiProvider locale="en">
      <MemoryRouter>
        <RetryBoundary automaticRetries={() => 1}>
          {(attempt) => <PageRoutes attempt={attempt} pages={pages} given={{}} fallback={<p>skeleton</p>} otherwise={null} />}
        </RetryBoundary>
      </MemoryRouter>
    </UiProvider>,
  )
}

// React logs every caught error, and these tests cause errors on purpose.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('loads a page again after its chunk failed once', async () => {
  show(vi.fn(async () => Contents).mockRejectedValueOnce(new Error('ChunkLoadError')))
  expect((await screen.findByRole('heading')).textContent).toBe('Contents')
})

test('shows an error panel instead of an empty page after two failures, and loads the page on click', async () => {
  const load = vi
    .fn(async () => Contents)
    .mockRejectedValueOnce(new Error('one'))
    .mockRejectedValueOnce(new Error('two'))
  show(load)
  await panel()
  expect(load).toHaveBeenCalledTimes(2)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Contents')
})

test('does not retry automatically after a chunk timed out', async () => {
  const load = vi.fn(async () => Contents).mockRejectedValue(Object.assign(new Error('late'), { type: 'timeout' }))
  show(load)
  await panel()
  expect(screen.getByText(/within 10 seconds/)).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('shows an error panel for a page that throws while rendering', async () => {
  show(async () => () => {
    throw new Error('a bug')
  })
  await panel()
})
