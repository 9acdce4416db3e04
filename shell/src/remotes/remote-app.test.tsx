// @vitest-environment jsdom
import { UiProvider } from '@reelfair/ui'
import { MemoryRouter, REMOTE_VERSION, useNavigate } from '@reelfair/web-kit'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownRetriesOf, type RemoteName } from './load-remote.ts'
import { RemoteApp } from './remote-app.tsx'

/** The federation runtime, with what the network would do played by hand. */
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
const panel = () => screen.queryByText('This part of Reelfair did not load.')
const forced = () =>
  runtime.registerRemotes.mock.calls.map(([remotes, { force }]) => [remotes[0]?.entry.replace(location.origin, ''), force])

function Elsewhere() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate('/elsewhere')}>
      elsewhere
    </button>
  )
}

/** Each test has its remote to itself: what was loaded of one is kept for the page's life. */
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
  // React tells each caught error; here they are meant.
  vi.spyOn(console, 'error').mockReturnValue()
  runtime.options.remotes = []
  runtime.registerRemotes.mockImplementation((remotes) => runtime.options.remotes.push(...remotes))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('one failure is answered by one forced retry, without a word on the screen or from the runtime', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  runtime.registerRemotes.mockImplementation((remotes) => {
    runtime.options.remotes.push(...remotes)
    console.warn('[ Federation Runtime ]', 'The remote "creator" is already registered. Please note …')
    console.warn('something else')
  })
  runtime.loadRemote.mockRejectedValueOnce(new Error('refused')).mockResolvedValue(app)
  await show('creator')
  expect(screen.getByRole('heading').textContent).toBe('The remote’s page')
  expect(forced()).toEqual([
    ['/remotes/creator/mf-manifest.json', false],
    ['/remotes/creator/mf-manifest.json?attempt=1', true],
  ])
  expect(panel()).toBeNull()
  expect(warn.mock.calls).toEqual([['something else'], ['something else']])
  expect(console.warn).toBe(warn)
})

test('a second failure shows the panel, whose button tries again for as long as it takes; so do the network that comes back and another page', async () => {
  runtime.loadRemote.mockRejectedValue(new Error('refused'))
  await show('brand')
  expect(panel()).not.toBeNull()
  expect(forced()).toHaveLength(2)

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(panel()).not.toBeNull()
  expect(forced().at(-1)).toEqual(['/remotes/brand/mf-manifest.json?attempt=2', true])

  dispatchEvent(new Event('online'))
  await settle()
  expect(forced().at(-1)).toEqual(['/remotes/brand/mf-manifest.json?attempt=3', true])

  runtime.loadRemote.mockResolvedValue(app)
  fireEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  await settle()
  expect(screen.getByRole('heading').textContent).toBe('The remote’s page')
  expect(forced().at(-1)).toEqual(['/remotes/brand/mf-manifest.json?attempt=4', true])

  // What stands is not loaded anew.
  const tries = forced().length
  dispatchEvent(new Event('online'))
  await settle()
  expect(forced()).toHaveLength(tries)
})

test('a remote that never answers is given up after 10 s and not waited for twice', async () => {
  runtime.loadRemote.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue(app)
  await show('admin')
  await act(() => vi.advanceTimersByTimeAsync(9_900))
  expect(panel()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(panel()).not.toBeNull()
  expect(screen.getByText(/within 10 seconds/)).toBeDefined()
  expect(forced()).toHaveLength(1)

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('heading').textContent).toBe('The remote’s page')
})

test('a remote whose files were fetched ahead retries once more by itself, for the first retry gets what had failed', () => {
  expect(ownRetriesOf('brand')).toBe(1)
  document.head.innerHTML = '<link rel="preload" as="script" href="/remotes/brand/remoteEntry.1.js">'
  expect([ownRetriesOf('brand'), ownRetriesOf('creator')]).toEqual([2, 1])
  document.head.innerHTML = ''
})
