/** Renders the shell's routes at an address, with simulated services. */
import type { Locale, Me } from '@reelfair/contracts'
import { SETTING_DEFAULTS } from '@reelfair/contracts/setting-defaults'
import { UiProvider } from '@reelfair/ui'
import { RouterLink, sentenceOfError, useLanguage, useLocation, useNavigate, WebKitProvider } from '@reelfair/web-kit'
import { fakeStreams, MemoryRouter, setLocale, stubApi } from '@reelfair/web-kit/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { App } from '../app.tsx'
import { ShellRoutes } from '../routes.tsx'

const emailed = { email: 'a@b.example', resendAfterSeconds: 60 }
export const me = (role: Me['role'], complete = true): Me => ({ id: crypto.randomUUID(), email: 'a@b.example', role, complete })

/** Figures that differ from the build's in every respect that pages show. */
export const SETTINGS = {
  packages: SETTING_DEFAULTS.packages.map((one) => ({ ...one, priceCents: (one.priceCents * 6) / 5 })),
  rateCard: { campaignCentsPer1000: 12, partnershipCentsPer1000: 26, validFrom: '2026-10-01' },
  videoWindowDays: 9,
  reviewHours: 48,
  collabBooking: 'real',
} as const

/** Accepts everything that a visitor sends. */
export const api = stubApi({
  'POST /identity/users': emailed,
  'POST /identity/confirmations': () => me('creator'),
  'POST /identity/confirmations/resend': emailed,
  'POST /identity/sessions': () => me('creator'),
  'POST /identity/sessions/by-link': () => me('creator'),
  'POST /identity/sign-in-links': emailed,
  'POST /identity/password-resets': emailed,
  'POST /identity/password-resets/confirm': () => me('creator'),
  'POST /identity/email-changes': emailed,
  'POST /identity/email-changes/confirm': { email: 'new@b.example' },
  'GET /identity/public-settings': SETTINGS,
  'GET /identity/account': {
    memberSince: '2026-06-02T10:00:00.000Z',
    passwordChangedAt: '2026-09-04T10:00:00.000Z',
    terms: { version: '1.1', acceptedAt: '2026-06-02T10:00:00.000Z' },
  },
  'GET /identity/sessions': { items: [] },
  'GET /identity/security-events': { items: [] },
  'GET /identity/account/deletion': { state: 'none', obstacles: [] },
  'GET /campaigns/deletion-obstacles': { obstacles: [] },
  'GET /partnerships/deletion-obstacles': { obstacles: [] },
  'GET /payouts/deletion-obstacles': { obstacles: [] },
  'PUT /identity/account/language': () => new Response(null, { status: 204 }),
  'GET /identity/data-exports/latest': {},
  'GET /identity/second-factor': { hasPassword: true, isRequired: false },
  'GET /identity/google/connection': { available: false },
  'GET /identity/notifications': { items: [] },
  'GET /identity/notifications/unread': { unread: 0 },
  'GET /identity/notifications/choices': { items: [] },
  'GET /metrics/readings/latest': { nextAt: '2126-11-26T23:00:00.000Z' },
})
export const signInAs = (who: Me) => api.answer({ 'GET /identity/session': { me: who } })

let navigate: (to: string) => unknown = () => undefined
let here: { pathname: string; search: string; hash: string; state: unknown } = { pathname: '', search: '', hash: '', state: null }

export const streams = fakeStreams()
// Tests serve no remotes, so React logs an error for each one that fails to load.
vi.spyOn(console, 'error').mockReturnValue()

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
export function open(entry: string | { pathname: string; state: unknown }, locale: Locale = 'en', shown: ReactNode = <ShellRoutes />) {
  setLocale(locale)
  render(
    <WebKitProvider>
      <MemoryRouter initialEntries={[entry]}>
        <Place>{shown}</Place>
      </MemoryRouter>
    </WebKitProvider>,
  )
  return { place: () => here.pathname + here.search + here.hash, state: () => here.state, go: (to: string) => void navigate(to) }
}

/** Like `open`, but with the masthead, notices and toasts. */
export const openApp = (entry: string, locale: Locale = 'en') => open(entry, locale, <App />)

export const type = async (label: string | RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text)
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
