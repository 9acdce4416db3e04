// @vitest-environment jsdom
import { UiProvider } from '@reelfair/ui'
import { REMOTE_VERSION, useNavigate } from '@reelfair/web-kit'
import { MemoryRouter } from '@reelfair/web-kit/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { automaticRetriesOf, type RemoteName } from './load-remote.ts'
import { RemoteApp } from './remote-app.tsx'

/** A fake federation runtime. Each test defines the network responses. */
const runtime = vi.hoisted(() => ({
  options: { remotes: [] as { name: string }[] },
  registerPlugins: vi.fn(),
  registerRemotes: vi.fn<(remotes: { name: string; entry: string }[], options: { force: boolean }) => void>(),
  loadRemote: vi.fn<(id: string) => Promise<unknown>>(),
}))
vi.mock('@module-federation/enhanced/runtime', () => ({ getInstance: () => runtime }))

const list = vi.fn(async () =>
  Response.json({
    creator: '/remotes/creator/mf-manifest.json',
    brand: '/remotes/brand/mf-manifest.json',
    admin: '/remotes/admin/mf-manifest.json',
  }),
)
vi.stubGlobal('fetch', list)

const app = { default: () => <h1>The remote’s page</h1> }
const me = { id: 'u', email: 'a@example.org', role: 'brand', complete: true } as const
const panel = () => screen.queryByText('This part of Reelfair didn’t load.')
const entries = () => runtime.registerRemotes.mock.calls.map(([remotes]) => remotes[0]?.entry.replace(location.origin, ''))

function Elsewhere() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate('/elsewhere')}>
      elsewhere
    </button>
  )
}

/** A loaded remote stays loaded for the life of the page, so each test uses a different one. */
async function show(name: RemoteName) {
  render(
    <UiProvider locale="en">
      <MemoryRouter>
        <RemoteApp name={name} version={REMOTE_VERSION} me={me} NotFound={() => null} />
        <Elsewhere />
      </MemoryRouter>
    </UiProvider>,
  )
  await settle()
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(50))

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  // React logs every caught error, and these tests cause errors on purpose.
  vi.spyOn(console, 'error').mockReturnValue()
  runtime.options.remotes = []
  // Like the real runtime, keeps an existing registration unless `force` is set.
  runtime.registerRemotes.mockImplementation(([remote], { force }) => {
    const others = runtime.options.remotes.filter(({ name }) => name !== remote?.name)
    if (remote && (force || others.length === runtime.options.remotes.length)) runtime.options.remotes = [...others, remote]
  })
})
afterEach(() => void vi.useRealTimers())

test('retries once after a failure without showing a message, and registers the remote again', async () => {
  runtime.loadRemote.mockRejectedValueOnce(new Error('refused')).mockResolvedValue(app)
  await show('creator')
  expect(screen.getByRole('heading').textContent).toBe('The remote’s page')
  expect(entries()).toEqual(['/remotes/creator/mf-manifest.json', '/remotes/creator/mf-manifest.json?attempt=1'])
  expect(runtime.options.remotes).toMatchObject([{ name: 'creator', entry: expect.stringContaining('?attempt=1') }])
  expect(panel()).toBeNull()
})

test('shows a panel after the second failure and retries on click, on reconnection and on navigation', async () => {
  runtime.loadRemote.mockRejectedValue(new Error('refused'))
  await show('brand')
  expect(panel()).not.toBeNull()
  expect(entries()).toHaveLength(2)

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(panel()).not.toBeNull()
  expect(entries().at(-1)).toBe('/remotes/brand/mf-manifest.json?attempt=2')

  dispatchEvent(new Event('online'))
  await settle()
  expect(entries().at(-1)).toBe('/remotes/brand/mf-manifest.json?attempt=3')

  runtime.loadRemote.mockResolvedValue(app)
  fireEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  await settle()
  expect(screen.getByRole('heading').textContent).toBe('The remote’s page')
  expect(entries().at(-1)).toBe('/remotes/brand/mf-manifest.json?attempt=4')

  const attempts = entries().length
  dispatchEvent(new Event('online'))
  await settle()
  expect(entries()).toHaveLength(attempts)
})

test('stops waiting for a remote after 10 s, without an automatic retry', async () => {
  runtime.loadRemote.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue(app)
  await show('admin')
  await act(() => vi.advanceTimersByTimeAsync(9_900))
  expect(panel()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(panel()).not.toBeNull()
  expect(screen.getByText(/within 10 seconds/)).toBeDefined()
  expect(entries()).toHaveLength(1)

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('heading').textContent).toBe('The remote’s page')
})

test('retries a preloaded remote twice, because the first retry reuses the failed preload', () => {
  expect(automaticRetriesOf('brand')).toBe(1)
  document.head.innerHTML = '<link rel="preload" as="script" href="/remotes/brand/remoteEntry.1.js">'
  expect([automaticRetriesOf('brand'), automaticRetriesOf('creator')]).toEqual([2, 1])
  document.head.innerHTML = ''
})
