// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as sessionModule from '../session/session.ts'
import { showPage } from '../testing/show-page.tsx'
import type * as queriesModule from './queries.ts'

const requests: string[] = []
let answer: (path: string) => Promise<Response>
vi.stubGlobal('fetch', (url: string) => {
  // Ignore the session request, which is not a preload.
  if (!url.endsWith('/session')) requests.push(url)
  return answer(url)
})

type Queries = Pick<typeof queriesModule, 'useFirstReadsSettled' | 'usePages' | 'useRead'>

function Page({ of: queries }: { of: Queries }) {
  return queries.useFirstReadsSettled() ? <Balance of={queries} /> : <p>skeleton</p>
}

function Balance({ of: { useRead, usePages } }: { of: Queries }) {
  const balance = useRead('balance', '/payouts/balance')
  const lines = usePages('balance', '/payouts/statement', { limit: 20 })
  return (
    <>
      <p>{balance.data?.earned ?? 'no balance yet'}</p>
      <p>{lines.items?.map(({ id }) => id).join() ?? 'no lines yet'}</p>
    </>
  )
}

function ShellPart({ of: { useRead } }: { of: Queries }) {
  const balance = useRead('balance', '/payouts/balance')
  return (
    <>
      <p>{balance.data?.earned ?? 'no balance yet'}</p>
      <button type="button" onClick={() => void balance.refetch()}>
        Again
      </button>
    </>
  )
}

function SignOut({ by: { useSignOut } }: { by: Pick<typeof sessionModule, 'useSignOut'> }) {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => signOut.mutate()}>
      Sign out
    </button>
  )
}

/** Loads fresh modules, as a browser does for each document. */
async function openDocument(reads: readonly string[], Shown = Page) {
  vi.resetModules()
  const { startFirstReads } = await import('./first-reads.ts')
  const queries = await import('./queries.ts')
  document.head.replaceChildren(
    ...reads.map((href) => {
      const link = document.createElement('link')
      link.setAttribute('href', href)
      link.rel = 'preload'
      link.setAttribute('as', 'fetch')
      return link
    }),
  )
  void startFirstReads()
  showPage(<Shown of={queries} />)
}

beforeEach(() => {
  requests.length = 0
  answer = async (url) => Response.json(url.includes('statement') ? { items: [{ id: 'first' }, { id: 'second' }] } : { earned: 204 })
})
afterEach(() => void vi.useRealTimers())

const BALANCE = '/api/payouts/balance'
const STATEMENT = '/api/payouts/statement?limit=20'

test('renders the page once with the preloaded responses and sends no further requests', async () => {
  await openDocument([BALANCE, STATEMENT, '/remotes.json'])
  expect(screen.getByText('skeleton')).toBeDefined()
  expect(await screen.findByText('204')).toBeDefined()
  expect(screen.getByText('first,second')).toBeDefined()
  expect(requests).toEqual([BALANCE, STATEMENT])
})

test('renders immediately without preloads, then requests the data', async () => {
  await openDocument([])
  expect(screen.getByText('no balance yet')).toBeDefined()
  expect(await screen.findByText('204')).toBeDefined()
  expect(requests.toSorted()).toEqual([BALANCE, STATEMENT])
})

test('waits for a preload in flight and sends a new request on refetch', async () => {
  const held = Promise.withResolvers<Response>()
  answer = () => held.promise
  await openDocument([BALANCE], ShellPart)
  expect(screen.getByText('no balance yet')).toBeDefined()
  held.resolve(Response.json({ earned: 204 }))
  expect(await screen.findByText('204')).toBeDefined()
  expect(requests).toEqual([BALANCE])
  answer = async () => Response.json({ earned: 310 })
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText('310')).toBeDefined()
})

test('lets a component request data whose preload failed', async () => {
  let failures = 1
  const succeed = answer
  answer = async (url) =>
    url === BALANCE && failures-- > 0 ? Response.json({ code: 'internal', detail: '…' }, { status: 500 }) : succeed(url)
  await openDocument([BALANCE, STATEMENT])
  expect(await screen.findByText('204')).toBeDefined()
  expect(requests).toEqual([BALANCE, STATEMENT, BALANCE])
})

test('waits at most four seconds for a response', async () => {
  vi.useFakeTimers()
  answer = () => new Promise(() => undefined)
  await openDocument([BALANCE])
  await vi.advanceTimersByTimeAsync(3_900)
  expect(screen.getByText('skeleton')).toBeDefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(screen.getByText('no balance yet')).toBeDefined()
})

test('discards the previous user’s responses, even those that arrive late', async () => {
  const late = Promise.withResolvers<Response>()
  const succeed = answer
  answer = async (url) => (url === STATEMENT ? late.promise : succeed(url))
  await openDocument([BALANCE, STATEMENT])
  const { pendingRead, firstRead, discardFirstReads } = await import('./first-reads.ts')
  await waitFor(() => expect(firstRead(BALANCE)).toBeDefined())
  const lateRead = pendingRead(STATEMENT)
  discardFirstReads()
  late.resolve(Response.json({ items: ['first'] }))
  expect([firstRead(BALANCE), pendingRead(STATEMENT), await lateRead]).toEqual([undefined, undefined, undefined])
  expect(firstRead(STATEMENT)).toBeUndefined()
})

test('discards the responses on sign-out', async () => {
  await openDocument([BALANCE])
  const { firstRead } = await import('./first-reads.ts')
  await waitFor(() => expect(firstRead(BALANCE)).toBeDefined())
  cleanup()
  answer = async () => new Response(null, { status: 204 })
  showPage(<SignOut by={await import('../session/session.ts')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(firstRead(BALANCE)).toBeUndefined())
})

test('discards the responses after ten seconds', async () => {
  vi.useFakeTimers()
  await openDocument([BALANCE])
  await vi.advanceTimersByTimeAsync(100)
  const { firstRead } = await import('./first-reads.ts')
  expect(firstRead(BALANCE)).toEqual({ earned: 204 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(firstRead(BALANCE)).toBeUndefined()
})
