// @vitest-environment jsdom
import type { Locale } from '@reelfair/contracts'
import { SETTING_DEFAULTS } from '@reelfair/contracts/setting-defaults'
import { addDays, businessDayOf } from '@reelfair/rules'
import { errorResponse, fill, SimulatedUpload, simulateUploads } from '@reelfair/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api, me, open, openApp, press, SETTINGS, signInAs, streams, type } from './page.fixture.tsx'

const PAGE = {
  accountId: crypto.randomUUID(),
  username: 'lea.kitchen',
  verifiedAt: '2026-03-04T10:00:00.000Z',
  followers: 48_200,
  averageViews: 14_800,
  rpmCents: 100,
  language: 'en',
  category: 'Food_Cooking',
  city: 'Lyon',
  country: 'France',
  statsAt: '2026-11-21T23:31:00.000Z',
  videos: [],
} as const
const MEDIA = { id: crypto.randomUUID(), kind: 'image', bytes: 184_000, width: 1_072, height: 250 } as const
const INVITATION = { id: crypto.randomUUID(), status: 'funding', weeklyViewsGoal: 95_238 } as const
const BEGINNING = addDays(businessDayOf(new Date()), 60)
const REDIRECT = '/collab/lea.kitchen?budget=250#book'
const settings = {
  ...SETTINGS,
  packages: [...SETTING_DEFAULTS.packages],
  rateCard: { ...SETTING_DEFAULTS.rate_card, validFrom: '2025-08-23' },
}

// Loading the lazy pages can take a while on a cold machine.
beforeAll(
  () => Promise.all([import('./collab/collab-page.tsx'), import('./signup/signup-page.tsx'), import('./confirm/confirm-page.tsx')]),
  60_000,
)
beforeEach(() => {
  localStorage.clear()
  simulateUploads()
  Element.prototype.scrollIntoView = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  api.answer({
    'GET /verification/collab/:username': PAGE,
    'GET /identity/public-settings': settings,
    'GET /payouts/credits': { available: 120_000, held: 0, spent: 0 },
    'GET /partnerships/invitations': { items: [] },
    'POST /partnerships/invitations': INVITATION,
    'GET /partnerships/invitations/:invitationId': INVITATION,
  })
})

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
const setBudget = async (euros: number) => fireEvent.change(await screen.findByRole('slider'), { target: { value: String(euros) } })
const kept = () => JSON.parse(localStorage.getItem('reelfair.booking') ?? '{}').path

test.each([
  ['en', ['48,200', '14,800', 'English', 'Food and cooking', 'Lyon', 'France', '95,238', '€19.04', '€1.05', '71,429']],
  ['fr', ['48 200', '14 800', 'Anglais', 'Cuisine et gastronomie', 'Lyon', 'France', '95 238', '19,04 €', '1,05 €', '71 429']],
] as const)('in %s: shows the figures, and what a budget of 100 euros means', async (locale, figures) => {
  open('/collab/lea.kitchen', locale)
  expect(await screen.findByRole('heading', { level: 1, name: '@lea.kitchen' })).toBeDefined()
  for (const figure of figures) expect(plain(document.body.textContent)).toContain(figure)
})

test.each([
  ['en', 'Germany'],
  ['fr', 'Allemagne'],
] as const)('in %s: names a country that the network reports by its code', async (locale, name) => {
  api.answer({ 'GET /verification/collab/:username': { ...PAGE, country: 'DE' } })
  open('/collab/lea.kitchen', locale)
  expect(await screen.findByText(name)).toBeDefined()
})

test.each([
  ['en', [100, 100], 'All 2 partnerships reached 100%.', 'Views qualified118,400 of 122,060', '97%', '2 days'],
  ['fr', [50, 100], 'Partenariats ayant atteint 100 % : 1 sur 2.', 'Vues qualifiées118 400 sur 122 060', '97 %', '2 jours'],
] as const)('in %s: shows how the creator’s earlier partnerships ended', async (locale, tiers, sentence, label, share, days) => {
  const record = { tiers, observed: 122_060, qualified: 118_400, daysToFirstVideo: 2 }
  api.answer({ 'GET /verification/collab/:username': { ...PAGE, record } })
  open('/collab/lea.kitchen', locale)
  const strip = await screen.findByRole('img', { name: locale === 'en' ? /100%, 100%$/ : /50\s%, 100\s%$/ })
  const text = plain(strip.closest('section')?.textContent)
  for (const part of [sentence, label, share, days]) expect(text).toContain(part)
})

test('shows no record before the first partnership', async () => {
  open('/collab/lea.kitchen')
  expect(await screen.findByRole('heading', { name: 'How a partnership works' })).toBeDefined()
  expect(screen.queryByText('Earlier partnerships')).toBeNull()
})

const COVER = crypto.randomUUID()
const WORK = {
  bio: 'Small kitchen, big fridge.',
  pictureId: crypto.randomUUID(),
  videos: [
    {
      url: 'https://www.instagram.com/reel/a',
      title: 'Lemon tart',
      publishedAt: '2026-11-08T10:00:00.000Z',
      views: 12_840,
      pictureId: COVER,
    },
    { url: 'https://www.instagram.com/reel/b', title: '', publishedAt: '2026-11-01T10:00:00.000Z', views: null },
  ],
  videosAt: '2026-11-21T23:31:00.000Z',
}

test.each([
  ['en', 'Recent videos', ['12,840 views', '8 Nov', 'views not known yet', 'Untitled video']],
  ['fr', 'Vidéos récentes', ['12 840 vues', '8 nov.', 'vues pas encore connues', 'Vidéo sans titre']],
] as const)('in %s: shows bio, picture and recent videos', async (locale, title, shown) => {
  api.answer({ 'GET /verification/collab/:username': { ...PAGE, ...WORK } })
  open('/collab/lea.kitchen', locale)
  const section = (await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement
  for (const text of shown) expect(plain(section.textContent)).toContain(text)
  expect(screen.getByText(WORK.bio)).toBeDefined()
  const sources = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(sources).toEqual([WORK.pictureId, COVER].map((id) => `/api/verification/pictures/${id}`))
  const links = within(section).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(WORK.videos.map(({ url }) => url))
  expect(links[0]?.textContent).toMatch(/Lemon tart.*\(.+\)$/)
})

test('shows no section of videos before any have been read', async () => {
  open('/collab/lea.kitchen')
  await screen.findByRole('heading', { level: 1, name: '@lea.kitchen' })
  expect(screen.queryByRole('heading', { name: 'Recent videos' })).toBeNull()
})

test('shows the first letter in place of a picture that does not load', async () => {
  api.answer({ 'GET /verification/collab/:username': { ...PAGE, ...WORK } })
  open('/collab/lea.kitchen')
  await screen.findByRole('heading', { name: 'Recent videos' })
  for (const image of document.querySelectorAll('img')) fireEvent.error(image)
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(screen.getByText('L')).toBeDefined()
})

test('shows unknown figures as unknown, and takes no booking while the rate is unknown', async () => {
  const { rpmCents: _, language: __, ...rest } = PAGE
  api.answer({ 'GET /verification/collab/:username': { ...rest, averageViews: null } })
  open('/collab/lea.kitchen')
  expect(await screen.findAllByText('Not known yet')).toHaveLength(2)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText(/Bookings open once @lea.kitchen’s rate is known/)).toBeDefined()
})

test.each([
  ['en', 'Page unavailable', 'No active account found for @nobody.'],
  ['fr', 'Page indisponible', 'Aucun compte actif trouvé pour @nobody.'],
] as const)('in %s: shows that an unknown or switched-off page is unavailable', async (locale: Locale, title, text) => {
  api.answer({ 'GET /verification/collab/:username': () => errorResponse('not_found', locale) })
  open('/collab/nobody', locale)
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
})

test('limits the goal to 500,000 views and marks the budget that reaches it', async () => {
  open('/collab/lea.kitchen?budget=1000')
  expect(await screen.findByText('€525: 500,000 views, the maximum')).toBeDefined()
  expect(plain(screen.getByRole('slider').getAttribute('aria-valuetext'))).toBe('€1,000')
  const sum = within(screen.getByText('Estimated views').closest('dl') as HTMLElement)
  expect(sum.getAllByText('500,000')).toHaveLength(2)
  expect(sum.getByText('€100.00')).toBeDefined()
})

test('asks a visitor to sign in as a brand, and keeps the page with its budget in the address and the browser', async () => {
  const { place, state } = open('/collab/lea.kitchen')
  await setBudget(250)
  expect(plain(document.body.textContent)).toContain('Only brands can book. You’ll sign in or sign up next; your €250 budget is kept.')
  await press('Continue as a brand')
  await waitFor(() => expect(place()).toBe(`/login?role=brand&redirect=${encodeURIComponent(REDIRECT)}`))
  expect(state()).toEqual({ notice: 'sign-in-first' })
  expect(kept()).toBe(REDIRECT)
})

test('sends the redirect with the sign-up, and returns to the booking after confirmation and registration', async () => {
  const { go, place } = open(`/signup?role=brand&redirect=${encodeURIComponent(REDIRECT)}`)
  await type('E-mail', 'a@b.example')
  await type('Password', 'correct horse')
  await userEvent.click(screen.getByRole('checkbox'))
  await press('Sign up')
  await waitFor(() => expect(api.sent('POST /identity/users')).toMatchObject([{ role: 'brand', redirect: REDIRECT }]))
  api.answer({ 'POST /identity/confirmations': () => me('brand', false) })
  go(`/auth/confirm?next=${encodeURIComponent(REDIRECT)}#token=secret`)
  await screen.findByRole('button', { name: 'Confirm and sign in' })
  await type('Password', 'correct horse')
  await press('Confirm and sign in')
  await waitFor(() => expect(place()).toBe(`/brand/form?redirect=${encodeURIComponent(REDIRECT)}`))
})

test('returns a brand to its booking even if the confirmation link lost the redirect', async () => {
  const { go, place } = open('/collab/lea.kitchen')
  await setBudget(250)
  await press('Continue as a brand')
  await waitFor(() => expect(place()).toMatch(/^\/login/))
  api.answer({ 'POST /identity/confirmations': () => me('brand') })
  go('/auth/confirm#token=secret')
  await screen.findByRole('button', { name: 'Confirm and sign in' })
  await type('Password', 'correct horse')
  signInAs(me('brand'))
  await press('Confirm and sign in')
  await waitFor(() => expect(place()).toBe(REDIRECT))
  expect(plain((await screen.findByRole('slider')).getAttribute('aria-valuetext'))).toBe('€250')
  await waitFor(() => expect(kept()).toBeUndefined())
})

test.each([
  ['creator', 'en', 'Only brands can proceed. You have been signed out.'],
  ['admin', 'fr', 'Seules les marques peuvent continuer. Vous avez été déconnecté.'],
] as const)('signs out a %s who continues, and says why on the sign-in page', async (role, locale, text) => {
  signInAs(me(role))
  api.answer({ 'DELETE /identity/sessions/current': () => new Response(null, { status: 204 }) })
  openApp('/collab/lea.kitchen?budget=250', locale)
  await press({ en: 'Continue as a brand', fr: 'Continuer en tant que marque' }[locale])
  expect(await screen.findByText(text)).toBeDefined()
  expect(api.requests.filter(({ what }) => what === 'DELETE /identity/sessions/current')).toHaveLength(1)
  expect(kept()).toBe(REDIRECT)
})

test('keeps someone signed in if signing out fails', async () => {
  signInAs(me('creator'))
  api.answer({ 'DELETE /identity/sessions/current': () => errorResponse('internal', 'en') })
  const { place } = open('/collab/lea.kitchen?budget=250')
  await press('Continue as a brand')
  await waitFor(() => expect(api.requests.some(({ what }) => what === 'DELETE /identity/sessions/current')).toBe(true))
  expect(place()).toBe('/collab/lea.kitchen?budget=250')
})

test('sends a brand with an incomplete registration to the form first', async () => {
  signInAs(me('brand', false))
  const { place } = open('/collab/lea.kitchen?budget=250')
  await press('Continue')
  await waitFor(() => expect(place()).toBe(`/brand/form?redirect=${encodeURIComponent(REDIRECT)}`))
})

async function toSummary(locale: Locale = 'en') {
  signInAs(me('brand'))
  open('/collab/lea.kitchen', locale)
  await press({ en: 'Continue', fr: 'Continuer' }[locale])
  await waitFor(() => expect(document.querySelector('.rf-file-zone')).not.toBeNull())
  const png = new File(['x'], 'a.png', { type: 'image/png' })
  fireEvent.drop(document.querySelector('.rf-file-zone') as Element, { dataTransfer: { files: [png] } })
  await waitFor(() => expect(SimulatedUpload.all).toHaveLength(1))
  expect(SimulatedUpload.all[0]?.address).toBe('POST /api/campaigns/media')
  await act(async () => SimulatedUpload.all[0]?.complete(MEDIA))
  await press({ en: 'Continue', fr: 'Continuer' }[locale])
}

async function fillIn() {
  fill(await screen.findByLabelText('Link in the creator’s bio'), ' https://kefiro.example/winter ')
  fill(screen.getByLabelText('Caption'), 'Show the kefir in your fridge.')
  fill(screen.getByLabelText('Start date'), BEGINNING)
  await userEvent.click(screen.getByRole('checkbox'))
}

test('requires a logo before the summary', async () => {
  signInAs(me('brand'))
  open('/collab/lea.kitchen')
  await press('Continue')
  await waitFor(() => expect(document.querySelector('.rf-file-zone')).not.toBeNull())
  await press('Continue')
  expect(document.querySelector('[data-invalid], .rf-error-line')?.textContent).toBeTruthy()
  expect(screen.queryByLabelText('Caption')).toBeNull()
})

test('reports what is missing, and sends nothing', async () => {
  await toSummary()
  fill(await screen.findByLabelText('Start date'), '2020-01-01')
  await press('Confirm and send the invitation')
  for (const text of [/Enter a caption of up to 500 characters/, /Choose today or a later date/, 'Accept the terms to continue.'])
    expect(screen.getByText(text)).toBeDefined()
  expect(api.writes()).toEqual([])
})

test('suggests tomorrow, and refuses a start after more than 60 days', async () => {
  await toSummary()
  const field = await screen.findByLabelText<HTMLInputElement>('Start date')
  expect([field.value, field.max]).toEqual([addDays(businessDayOf(new Date()), 1), BEGINNING])
  fill(field, addDays(BEGINNING, 1))
  await press('Confirm and send the invitation')
  expect(screen.getByText('The start date is too far ahead. Choose a day within the next 60 days.')).toBeDefined()
  expect(api.writes()).toEqual([])
})

test('refuses a budget that would pay the creator nothing', async () => {
  api.answer({ 'GET /verification/collab/:username': { ...PAGE, rpmCents: 100_000 } })
  signInAs(me('brand'))
  open('/collab/lea.kitchen?budget=10')
  expect(await screen.findByText(/^This budget is too small/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true')
})

test('sends an invitation to a partnership of 30 days with the goal of the budget, and shows when it is with the creator', async () => {
  await toSummary()
  await fillIn()
  const expiresAt = '2126-11-25T09:00:00.000Z'
  api.answer({ 'GET /partnerships/invitations/:invitationId': { ...INVITATION, status: 'pending', expiresAt } })
  await press('Confirm and send the invitation')
  expect(await screen.findByText(/Your invitation is with @lea.kitchen/)).toBeDefined()
  expect(api.sent('POST /partnerships/invitations')).toEqual([
    {
      accountId: PAGE.accountId,
      weeklyViewsGoal: 95_238,
      mediaId: MEDIA.id,
      link: 'https://kefiro.example/winter',
      caption: 'Show the kefir in your fridge.',
      beginning: BEGINNING,
      origin: 'collab',
    },
  ])
})

test('shows the credits that are missing before and after Confirm', async () => {
  api.answer({ 'GET /payouts/credits': { available: 90_000, held: 0, spent: 0 } })
  await toSummary()
  const buy = await screen.findByRole('link', { name: /^Buy 5,238 more credits/ })
  expect(buy.getAttribute('href')).toBe('/brand-dashboard/purchase?missing=5238')
  await fillIn()
  api.answer({ 'GET /partnerships/invitations/:invitationId': { ...INVITATION, status: 'failed', missingViews: 5_238 } })
  await press('Confirm and send the invitation')
  expect(await screen.findByText('you are missing 5,238 views.')).toBeDefined()
  const buyAfter = screen.getByRole('link', { name: 'Buy 5,238 more credits (opens in a new tab)' })
  expect(buyAfter.getAttribute('href')).toBe('/brand-dashboard/purchase?missing=5238')
  await press('Back')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Caption')).value).toBe('Show the kefir in your fridge.')
  api.answer({ 'GET /partnerships/invitations/:invitationId': { ...INVITATION, status: 'pending' } })
  await press('Confirm and send the invitation')
  expect(await screen.findByText(/Your invitation is with @lea.kitchen/)).toBeDefined()
})

test.each([
  ['rejected', {}, '@lea.kitchen refused the invitation.'],
  ['rejected', { campaignId: crypto.randomUUID() }, 'The creator joined one of your campaigns instead.'],
  ['expired', {}, 'The invitation expired without a response.'],
  ['withdrawn', {}, 'You withdrew the invitation.'],
] as const)('says why an invitation is %s: %j', async (status, more, text) => {
  await toSummary()
  await fillIn()
  api.answer({ 'GET /partnerships/invitations/:invitationId': { ...INVITATION, status, ...more } })
  await press('Confirm and send the invitation')
  expect(await screen.findByText(text)).toBeDefined()
})

test('shows the open invitation instead of the steps, and books again once it has ended', async () => {
  const sent = { ...INVITATION, accountId: PAGE.accountId, status: 'pending', expiresAt: '2126-11-25T09:00:00.000Z' }
  const other = { ...sent, id: crypto.randomUUID(), accountId: crypto.randomUUID() }
  api.answer({
    'GET /partnerships/invitations': { items: [other, sent] },
    'GET /partnerships/invitations/:invitationId': { ...sent, status: 'expired' },
  })
  signInAs(me('brand'))
  open('/collab/lea.kitchen')
  expect(await screen.findByText('The invitation expired without a response.')).toBeDefined()
  expect(screen.queryByRole('slider')).toBeNull()
  api.answer({ 'GET /partnerships/invitations': { items: [other] } })
  streams.at(-1)?.emit('changed', { topic: 'invitations' })
  await press('Book @lea.kitchen again')
  expect(await screen.findByRole('slider')).toBeDefined()
})

test('keeps the budget in the address once the brand continues', async () => {
  signInAs(me('brand'))
  const { place } = open('/collab/lea.kitchen')
  await setBudget(250)
  await press('Continue')
  await waitFor(() => expect(place()).toBe('/collab/lea.kitchen?budget=250'))
})

test('waits for a logo that the service does not know yet', async () => {
  await toSummary()
  await fillIn()
  api.answer({
    'POST /partnerships/invitations': () =>
      api.sent('POST /partnerships/invitations').length > 1 ? INVITATION : errorResponse('logo_not_ready', 'en'),
  })
  await press('Confirm and send the invitation')
  expect(await screen.findByText(/Holding 95,238 credits/, {}, { timeout: 5_000 })).toBeDefined()
  expect(api.sent('POST /partnerships/invitations')).toHaveLength(2)
}, 15_000)

test('keeps the entries when the brand opens an earlier step', async () => {
  await toSummary()
  await fillIn()
  await press('Change: Logo')
  await press('Continue')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Caption')).value).toBe('Show the kefir in your fridge.')
})

test('with the setting “demo”, Confirm sends nothing and shows the specified message', async () => {
  api.answer({ 'GET /identity/public-settings': { ...settings, collabBooking: 'demo' } })
  await toSummary()
  await fillIn()
  await press('Confirm and send the invitation')
  expect(await screen.findByText('This is a demo. No action performed.')).toBeDefined()
  expect(api.writes()).toEqual([])
})

test('keeps the entries when the brand goes back and changes the budget', async () => {
  await toSummary()
  await fillIn()
  await press('Back')
  await press('Back')
  await setBudget(10)
  await press('Continue')
  await press('Continue')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Caption')).value).toBe('Show the kefir in your fridge.')
  await press('Confirm and send the invitation')
  await waitFor(() => expect(api.sent('POST /partnerships/invitations')).toMatchObject([{ weeklyViewsGoal: 9_523 }]))
})
