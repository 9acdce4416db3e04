/** Renders the shell's routes at an address; the test supplies the services' responses. */
import type { Locale, Me } from '@reelfair/contracts'
import { UiProvider } from '@reelfair/ui'
import {
  MemoryRouter,
  RouterLink,
  sentenceOfError,
  setLocale,
  useLanguage,
  useLocation,
  useNavigate,
  WebKitProvider,
} from '@reelfair/web-kit'
import { fakeStreams } from '@reelfair/web-kit/testing'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import { App } from '../app.tsx'
import { ShellRoutes } from '../routes.tsx'

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

type Answerer = (requests: SentRequest) => Response | undefined

let answerer: Answerer = () => undefined
export const asked: SentRequest[] = []
let navigate: (to: string) => unknown = () => undefined
let here: { pathname: string; search: string; state: unknown } = { pathname: '', search: '', state: null }

vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
  const path = new URL(String(input), location.origin).pathname.replace('/api', '')
  const one = { method: init.method ?? 'GET', path, body: init.body ? JSON.parse(String(init.body)) : undefined }
  asked.push(one)
  return answerer(one) ?? Response.json({})
})
fakeStreams()
// Tests serve no remotes, so React logs an error for each one that fails to load.
vi.spyOn(console, 'error').mockReturnValue()

afterEach(() => {
  cleanup()
  asked.length = 0
  answerer = () => undefined
})

export const ok = (body: object, status = 200) => Response.json(body, { status })
export const me = (role: Me['role'], complete = true): Me => ({ id: crypto.randomUUID(), email: 'a@b.example', role, complete })

function Place({ children }: { children: ReactNode }) {
  const { locale } = useLanguage()
  here = useLocation()
  navigate = useNavigate()
  return (
    <UiProvider locale={locale} link={RouterLink} errorMessage={sentenceOfError}>
      {children}
    </UiProvider>
  )
}

/** Opens an address. @returns functions that read the current address and state, and one that navigates */
export function open(
  entry: string | { pathname: string; state: unknown },
  answers: Answerer,
  locale: Locale = 'en',
  shown: ReactNode = <ShellRoutes />,
) {
  setLocale(locale)
  answerer = answers
  render(
    <WebKitProvider>
      <MemoryRouter initialEntries={[entry]}>
        <Place>{shown}</Place>
      </MemoryRouter>
    </WebKitProvider>,
  )
  return { place: () => here.pathname + here.search, state: () => here.state, go: (to: string) => void navigate(to) }
}

/** Like `open`, but with the masthead, notices and toasts. */
export const openApp = (entry: string, answers: Answerer, locale: Locale) => open(entry, answers, locale, <App />)

export const type = async (label: string | RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text)
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
/** Request bodies sent to a path, oldest first. */
export const sent = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
