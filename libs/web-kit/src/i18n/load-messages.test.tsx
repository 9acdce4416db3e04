// @vitest-environment jsdom
import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pageModule } from '../page/lazy-page.tsx'
import { defineMessages } from './define-messages.ts'
import { loadCurrentMessages, setLocale, useLanguage } from './i18n.ts'

interface Arrival {
  readonly arrive: () => void
  readonly fail: () => void
}

let made = 0

/** Messages whose French file arrives or fails when the test decides. */
function someMessages() {
  const attempts: Arrival[] = []
  const french = vi.fn(() => {
    const file = Promise.withResolvers<{ fr: { name: string } }>()
    attempts.push({ arrive: () => file.resolve({ fr: { name: 'Nom' } }), fail: () => file.reject(new Error('away')) })
    return file.promise
  })
  made += 1
  const useText = defineMessages(`test-${made}`, { en: async () => ({ en: { name: 'Name' } }), fr: french })
  return { useText, french, attempts }
}

type UseText = ReturnType<typeof someMessages>['useText']

const Part = ({ useText }: { useText: UseText }) => <p>{useText().t('name')}</p>

const Field = ({ useFirst, useSecond }: { useFirst: UseText; useSecond: UseText }) => (
  <input aria-label={`${useFirst().t('name')}, ${useSecond().t('name')}`} />
)

const settle = () => act(async () => undefined)

beforeEach(async () => {
  setLocale('en')
  await loadCurrentMessages()
})
// Otherwise, the next test would wait for this test's French file.
afterEach(() => {
  for (let name = 1; name <= made; name += 1) defineMessages(`test-${name}`, { en: async () => ({ en: {} }), fr: async () => ({ fr: {} }) })
})

test('does not load the other language until the reader selects it', async () => {
  const { french } = someMessages()
  await loadCurrentMessages()
  expect(french).not.toHaveBeenCalled()
})

test('changes the language when all its messages have arrived, and keeps typed text', async () => {
  const [first, second] = [someMessages(), someMessages()]
  await loadCurrentMessages()
  render(
    <Suspense fallback={<p>skeleton</p>}>
      <Field useFirst={first.useText} useSecond={second.useText} />
    </Suspense>,
  )
  await userEvent.type(screen.getByLabelText('Name, Name'), 'typed')
  setLocale('fr')
  first.attempts[0]?.arrive()
  await settle()
  expect(screen.getByLabelText('Name, Name')).toBeDefined()
  expect(document.documentElement.lang).toBe('en')
  second.attempts[0]?.arrive()
  await settle()
  expect(screen.getByLabelText<HTMLInputElement>('Nom, Nom').value).toBe('typed')
  expect(document.documentElement.lang).toBe('fr')
  expect(localStorage.getItem('reelfair.locale')).toBe('fr')
})

test('keeps the language if the other fails to load, and retries on the next selection', async () => {
  const { useText, french, attempts } = someMessages()
  await loadCurrentMessages()
  const { result } = renderHook(() => useText().t('name'))
  setLocale('fr')
  attempts[0]?.fail()
  await settle()
  expect([result.current, localStorage.getItem('reelfair.locale')]).toEqual(['Name', 'en'])
  setLocale('fr')
  expect(french).toHaveBeenCalledTimes(2)
  attempts[1]?.arrive()
  await settle()
  expect(result.current).toBe('Nom')
})

declare const jsdom: { readonly virtualConsole: NodeJS.EventEmitter }

describe('when the reader selects a language that fails to load', () => {
  /** The language stored at each reload, in local storage and in the cookie. */
  const reloads: (string | null)[][] = []
  const answer = vi.fn<() => Promise<Response>>()
  beforeEach(() => {
    reloads.length = 0
    // jsdom cannot load pages, but reports each attempt as an error.
    jsdom.virtualConsole.removeAllListeners('jsdomError').on('jsdomError', ({ message }: Error) => {
      if (message.includes('navigation')) reloads.push([localStorage.getItem('reelfair.locale'), document.cookie])
    })
    vi.stubGlobal('fetch', answer)
  })
  afterEach(() => vi.unstubAllGlobals())

  async function select(during = () => {}) {
    const { attempts } = someMessages()
    await loadCurrentMessages()
    renderHook(() => useLanguage()).result.current.setLocale('fr')
    during()
    attempts[0]?.fail()
    await settle()
    return localStorage.getItem('reelfair.locale')
  }

  test('stores the choice and reloads the page, as after a deployment', async () => {
    answer.mockResolvedValue(Response.json({}))
    await select()
    expect(reloads).toEqual([['fr', expect.stringContaining('__Host-locale=fr')]])
  })

  test.each([
    ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['responds with an error', async () => new Response(null, { status: 503 })],
  ])('keeps the page while the server %s', async (_, offline) => {
    answer.mockImplementation(offline)
    expect(await select()).toBe('en')
    expect(reloads).toEqual([])
  })

  test('keeps the page if the reader has selected the first language again', async () => {
    answer.mockResolvedValue(Response.json({}))
    expect(await select(() => setLocale('en'))).toBe('en')
    expect(reloads).toEqual([])
  })

  test('keeps the page if the language was selected in another tab', async () => {
    answer.mockResolvedValue(Response.json({}))
    const { attempts } = someMessages()
    await loadCurrentMessages()
    dispatchEvent(new StorageEvent('storage', { key: 'reelfair.locale', newValue: 'fr' }))
    attempts[0]?.fail()
    await settle()
    expect(reloads).toEqual([])
  })
})

test('ignores a selection that loads after the reader has selected the first language again', async () => {
  const { useText, attempts } = someMessages()
  await loadCurrentMessages()
  const { result } = renderHook(() => useText().t('name'))
  setLocale('fr')
  setLocale('en')
  attempts[0]?.arrive()
  await settle()
  expect(result.current).toBe('Name')
})

test('loads a page together with its messages, and again after a failure', async () => {
  setLocale('fr')
  let messages: ReturnType<typeof someMessages> | undefined
  const page = pageModule(async () => {
    messages ??= someMessages()
    const { useText } = messages
    return () => <p>{useText().t('name')}</p>
  })
  const failed = page.fetch()
  await settle()
  messages?.attempts[0]?.fail()
  await expect(failed).rejects.toThrow('away')
  const loaded = page.fetch()
  await settle()
  messages?.attempts[1]?.arrive()
  const { default: Page } = await loaded
  render(<Page />)
  expect(screen.getByText('Nom')).toBeDefined()
})

class Boundary extends Component<{ readonly children: ReactNode }> {
  override readonly state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>failed</p> : this.props.children)
}

test.each(['arrive', 'fail'] as const)('waits for the messages of a lazy part in its Suspense until they %s', async (end) => {
  vi.spyOn(console, 'error').mockReturnValue()
  setLocale('fr')
  const { useText, french, attempts } = someMessages()
  await act(async () => {
    render(
      <Boundary>
        <Suspense fallback={<p>skeleton</p>}>
          <Part useText={useText} />
        </Suspense>
      </Boundary>,
    )
  })
  expect(screen.getByText('skeleton')).toBeDefined()
  await act(async () => attempts[0]?.[end]())
  expect(await screen.findByText(end === 'arrive' ? 'Nom' : 'failed')).toBeDefined()
  expect(french).toHaveBeenCalledTimes(1)
})
