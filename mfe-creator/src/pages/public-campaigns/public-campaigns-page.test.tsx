// @vitest-environment jsdom
import type { Account, PublicCampaign, SignUp } from '@reelfair/contracts'
import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { errorResponse, showPage, stubApi } from '@reelfair/web-kit/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAccount, aPublicCampaign, aSignUp, FIGURES } from '../../components/public-campaigns/a-public-campaign.fixture.ts'
import { PublicCampaignsPage } from './public-campaigns-page.tsx'

const verified = { id: anAccount().accountId, network: 'instagram', username: 'lina.mrtn', status: 'verified', verifiedAt: '2026-11-01' }
let campaigns: PublicCampaign[]
let accounts: Partial<Account>[]
let signUps: SignUp[]
let next: string | undefined
let join: () => SignUp | Response | Promise<SignUp>

const api = stubApi({
  'GET /campaigns/public-campaigns': ({ query }) => ({
    items: campaigns,
    ...(next && !query.has('cursor') && { next }),
    figures: FIGURES,
    windowDays: 14,
  }),
  'POST /campaigns/public-campaigns/:campaignId/sign-ups': () => join(),
  'GET /verification/accounts': () => ({ items: accounts, limitPerNetwork: 3, networks: [] }),
  'GET /campaigns/sign-ups': () => ({ items: signUps }),
  'GET /metrics/readings/latest': { nextAt: '2026-11-21T23:00:00.000Z' },
})

beforeEach(() => {
  campaigns = [aPublicCampaign()]
  accounts = [verified as Partial<Account>]
  signUps = []
  next = undefined
  join = () => {
    signUps = [aSignUp()]
    campaigns = campaigns.map((one) => ({ ...one, signedUpWith: 'lina.mrtn', reasons: ['already_signed_up'], accounts: [] }))
    return aSignUp()
  }
})
afterEach(() => void vi.useRealTimers())

const open = (address = '/public-campaigns') => showPage(<PublicCampaignsPage />, { address })
const card = (name = 'Fridge door') => screen.findByRole('article', { name })
const queries = () => api.requests.filter(({ what }) => what === 'GET /campaigns/public-campaigns').map(({ query }) => query)
const queryOf = (at: number) => Object.fromEntries(queries().at(at)?.entries() ?? [])

test('shows a campaign’s audience, pay, remaining views, remaining time and eligible account', async () => {
  open()
  const text = (await card()).textContent?.replaceAll('\u00a0', ' ')
  for (const fact of ['Food and cooking · German · Europe · Instagram', '€5.00', '€0.10', '38,742 of 50,000', '3 d 7 h'])
    expect(text).toContain(fact)
  expect(within(await card()).getByRole('button', { name: 'Sign up with @lina.mrtn: Fridge door' })).toBeDefined()
  expect(within(await card()).queryByText(/Animated logo/)).toBeNull()
})

test('shows the brand, with its registration date if an older brand has a similar name', async () => {
  campaigns = [aPublicCampaign({ brandName: 'Alpine Oats' })]
  open()
  expect(within(await card()).getByText('Alpine Oats')).toBeDefined()
  expect((await card()).textContent).not.toContain('on Reelfair since')
  cleanup()

  campaigns = [aPublicCampaign({ brandName: 'AIpine Oats', brandSince: '2026-11-02T09:00:00.000Z' })]
  open()
  expect((await card()).textContent).toContain('AIpine Oats (on Reelfair since 2 Nov 2026)')
  await userEvent.click(within(await card()).getByRole('button', { name: /^Sign up with/ }))
  const dialog = await screen.findByRole('dialog', { name: /Fridge door \(AIpine Oats\)/ })
  expect(dialog.textContent).toContain('AIpine Oats (on Reelfair since 2 Nov 2026)')
})

test('shows the brand’s logo beside its name, or its first letter if it has no logo', async () => {
  campaigns = [aPublicCampaign({ brandName: 'Alpine Oats', brandLogoId: 'l1' })]
  open()
  const sources = async () => [...(await card()).querySelectorAll('.rf-avatar')].map((one) => one.getAttribute('src') ?? one.textContent)
  expect(await sources()).toEqual(['/api/identity/brand-logos/l1'])
  cleanup()

  campaigns = [aPublicCampaign({ brandName: 'Alpine Oats' })]
  open()
  expect(await sources()).toEqual(['A'])
})

test('warns about an animated logo', async () => {
  campaigns = [aPublicCampaign({ logo: { mediaId: 'm', kind: 'webm', type: 'video/webm' } })]
  open()
  expect(within(await card()).getByText(/Animated logo .* at least 15 seconds/)).toBeDefined()
})

test('shows a sign-up button for each eligible account only', async () => {
  const two = anAccount({ accountId: 'a2', username: 'lina.two' })
  campaigns = [
    aPublicCampaign({ accounts: [anAccount(), two, anAccount({ accountId: 'a3', username: 'no', reasons: ['language_differs'] })] }),
  ]
  open()
  expect(
    within(await card())
      .getAllByRole('button', { name: /^Sign up with/ })
      .map(({ textContent }) => textContent),
  ).toEqual(['Sign up with @lina.mrtn', 'Sign up with @lina.two'])
})

test('reads the filters from the URL, writes changes to it and clears it on reset', async () => {
  open('/public-campaigns?language=de&minViews=5000&sort=x')
  await card()
  expect(queryOf(-1)).toEqual({ language: 'de', minViews: '5000', limit: '12' })
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('de')
  await userEvent.selectOptions(screen.getByLabelText('Time remaining'), '3d')
  await waitFor(() => expect(queryOf(-1)).toEqual({ language: 'de', minViews: '5000', remaining: '3d', limit: '12' }))
  await userEvent.clear(screen.getByLabelText('Maximum views'))
  await userEvent.type(screen.getByLabelText('Maximum views'), '20,000')
  await waitFor(() => expect(queryOf(-1)).toMatchObject({ minViews: '5000', maxViews: '20000', remaining: '3d' }))
  expect(screen.getByRole('button', { name: 'Filters: 4' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }))
  await waitFor(() => expect(queryOf(-1)).toEqual({ limit: '12' }))
})

test.each([
  ['12x', 'Enter a whole number from 0 to 500,000.'],
  ['600,000', 'Enter a whole number from 0 to 500,000.'],
  ['4,999', 'The maximum can’t be lower than the minimum.'],
])('rejects “%s” as the maximum views and does not apply the filter', async (typed, sentence) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  open('/public-campaigns?minViews=5000')
  await card()
  await user.type(screen.getByLabelText('Maximum views'), typed)
  expect(await screen.findByText(sentence)).toBeDefined()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.getByText(sentence)).toBeDefined()
  expect(queries().map((query) => query.get('maxViews'))).not.toContain(typed.replace(',', ''))
})

test('offers a reset when no campaign matches the filters, and reports when no campaign is open', async () => {
  campaigns = []
  open('/public-campaigns?category=Food_Cooking')
  expect(await screen.findByText('No campaigns match these filters')).toBeDefined()
  await userEvent.click(screen.getAllByRole('button', { name: 'Reset filters' }).at(-1)!)
  expect(await screen.findByText('No open campaigns right now')).toBeDefined()
  expect(queryOf(-1)).toEqual({ limit: '12' })
})

test('fetches the next page on request', async () => {
  next = 'cursor-2'
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more campaigns' }))
  await waitFor(() => expect(queryOf(-1)).toEqual({ limit: '12', cursor: 'cursor-2' }))
})

test('asks a creator without a verified account to verify one first', async () => {
  accounts = [{ ...verified, status: 'unverified', verifiedAt: undefined } as Partial<Account>]
  campaigns = [aPublicCampaign({ accounts: [], reasons: ['account_not_verified'] })]
  open()
  expect((await screen.findByRole('link', { name: 'Verify an account' })).getAttribute('href')).toBe('/profile')
  const box = within(await card()).getByRole('region', { name: /^Not eligible / })
  expect(within(box).getByText('This campaign requires a verified Instagram account.')).toBeDefined()
  expect(within(box).queryByText('This account isn’t verified.')).toBeNull()
  expect(within(box).getByRole('link', { name: 'Verify an account on Instagram' }).getAttribute('href')).toBe('/profile?network=instagram')
})

test('shows when the next slot becomes free for a creator with five active campaigns', async () => {
  signUps = [3, 1, 2, 4, 5].map((day) => aSignUp({ id: `s${day}`, campaignId: `x${day}`, endsAt: `2026-11-2${day}T17:00:00.000Z` }))
  signUps.push(aSignUp({ id: 'old', campaignId: 'old', state: 'settled', endsAt: '2026-11-02T17:00:00.000Z' }))
  campaigns = [aPublicCampaign({ accounts: [anAccount({ reasons: ['signup_limit_reached'] })], reasons: ['signup_limit_reached'] })]
  open()
  expect(await screen.findByText(/The first of them ends on Sat 21 Nov, 18:00/)).toBeDefined()
  const box = within(await card()).getByRole('region', { name: /^Not eligible / })
  expect(box.textContent).toContain('You’ve reached the limit of 5 active campaigns.')
  expect(box.textContent).toContain('You can sign up for another campaign on 21 Nov, 18:00, when one of yours ends.')
})

test('shows the terms and asks for confirmation before a sign-up', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with @lina\.mrtn/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign up for Fridge door?' })
  for (const fact of [
    '€0.10 per 1,000 qualified views, rounded down to the cent.',
    'for 14 days after we first find it',
    'We count up to 100 videos: the first ones we find.',
    ', 02:00. If the goal is reached on an earlier night, you can transfer it from 02:00, Paris time, two days after that night.',
    'https://kefiro.example/rf',
    'an ad disclosure: the words “Commercial collaboration”. Without both, views don’t count. On Instagram, only these words count',
    'upper half',
    'at least 6% of the picture',
    'Campaign terms, version 1.1',
  ])
    expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(fact)
  const terms = within(dialog).getByRole('link', { name: /^Read the campaign terms/ })
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms#campaign-legal', '_blank'])
  for (const term of Object.values(campaignTerms)) expect(dialog.textContent).toContain(term.en)
  expect(api.writes()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.writes()).toEqual([])
})

test('signs up once on a double click, then shows the code, logo and next reading and updates the card', async () => {
  const answer = Promise.withResolvers<SignUp>()
  const done = join as () => SignUp
  join = () => answer.promise
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with @lina\.mrtn/ }))
  const confirm = await screen.findByRole('button', { name: /^Agree and sign up with @lina\.mrtn/ })
  await userEvent.dblClick(confirm)
  answer.resolve(done())
  const dialog = await screen.findByRole('dialog', { name: 'You’ve signed up for Fridge door. Now publish your video.' })
  expect(api.writes()).toEqual([{ what: 'POST /campaigns/public-campaigns/c1/sign-ups', body: { accountId: anAccount().accountId } }])
  expect(dialog.textContent).toContain('RF-7K2QD')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Your code/))
  expect(within(dialog).getByRole('link', { name: 'Download the logo' }).getAttribute('href')).toMatch(/\/media\/.*\?download=1$/)
  expect(await within(dialog).findByText(/Next reading of your views: Sun 22 Nov, 00:00/)).toBeDefined()
  expect((await screen.findAllByText('Signed up')).length).toBeGreaterThan(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(await within(await card()).findByText('Signed up with @lina.mrtn')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'See code and instructions for Fridge door' }))
  expect((await screen.findByRole('dialog', { name: 'You’ve signed up for Fridge door' })).textContent).toContain('RF-7K2QD')
})

test('preselects the account whose button was clicked and lets the user choose another', async () => {
  campaigns = [aPublicCampaign({ accounts: [anAccount(), anAccount({ accountId: 'a2', username: 'lina.two' })] })]
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with @lina\.two/ }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /lina\.two/ }).checked).toBe(true)
  await userEvent.click(within(dialog).getByRole('radio', { name: /lina\.mrtn/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Agree and sign up with @lina.mrtn' }))
  await waitFor(() => expect(api.writes()).toMatchObject([{ body: { accountId: anAccount().accountId } }]))
})

test('shows the instructions without an error after a sign-up in another window', async () => {
  join = () => {
    signUps = [aSignUp()]
    return errorResponse('already_signed_up', 'en')
  }
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with/ }))
  await userEvent.click(await screen.findByRole('button', { name: /^Agree and sign up/ }))
  const dialog = await screen.findByRole('dialog', { name: 'You’ve signed up for Fridge door' })
  await waitFor(() => expect(dialog.textContent).toContain('RF-7K2QD'))
  expect(screen.queryByText('You’ve already signed up for this campaign.')).toBeNull()
})

test('updates the list and the open dialog when a campaign fills up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with/ }))
  const dialog = await screen.findByRole('dialog')
  campaigns = [aPublicCampaign({ accounts: [anAccount({ reasons: ['campaign_closed'] })], reasons: ['campaign_closed'] })]
  act(() => void vi.advanceTimersByTime(30_000))
  expect(await within(dialog).findByText('All views of this campaign have been allocated.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: /^Agree/ })).toBeNull()
  expect((await screen.findAllByText('All views of this campaign have been allocated.')).length).toBe(2)
})

test('prevents a sign-up when the campaign disappears while the dialog is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with/ }))
  const dialog = await screen.findByRole('dialog')
  campaigns = []
  act(() => void vi.advanceTimersByTime(30_000))
  expect(await within(dialog).findByText('This campaign has ended.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: /^Agree/ })).toBeNull()
})

test('hides the sign-up button once a campaign’s time is up, even before the list refreshes', async () => {
  campaigns = [aPublicCampaign({ endsAt: new Date(Date.now() - 1_000).toISOString() })]
  open()
  expect(within(await card()).getByText('This campaign has ended')).toBeDefined()
  expect(within(await card()).queryByRole('button')).toBeNull()
})
