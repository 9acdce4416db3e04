// @vitest-environment jsdom
import type { Account, PublicCampaign, SignUp } from '@reelfair/contracts'
import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { refusal, showPage } from '@reelfair/web-kit/testing'
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
/** Queries of the list, and bodies of the sign-ups, in their order. */
let asked: URLSearchParams[]
let joins: unknown[]
let join: () => Response | Promise<Response>

vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (method === 'POST') {
    joins.push({ path: pathname, body: JSON.parse(String(body)) })
    return join()
  }
  switch (pathname) {
    case '/api/campaigns/public-campaigns':
      asked.push(searchParams)
      return Response.json({ items: campaigns, ...(next && !searchParams.has('cursor') && { next }), figures: FIGURES, windowDays: 14 })
    case '/api/verification/accounts':
      return Response.json({ items: accounts, limitPerNetwork: 3, standings: [] })
    case '/api/campaigns/sign-ups':
      return Response.json({ items: signUps })
    default:
      return Response.json({ nextAt: '2026-11-21T23:00:00.000Z' })
  }
})

beforeEach(() => {
  campaigns = [aPublicCampaign()]
  accounts = [verified as Partial<Account>]
  signUps = []
  next = undefined
  asked = []
  joins = []
  join = () => {
    signUps = [aSignUp()]
    campaigns = campaigns.map((one) => ({ ...one, signedUpWith: 'lina.mrtn', reasons: ['already_signed_up'], accounts: [] }))
    return Response.json(aSignUp(), { status: 201 })
  }
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const open = (address = '/public-campaigns') => showPage(<PublicCampaignsPage />, { address })
const card = (name = 'Fridge door') => screen.findByRole('article', { name })
const queryOf = (at: number) => Object.fromEntries(asked.at(at)?.entries() ?? [])

test('a card says what it is, for whom, what it pays, what is left, until when, and with which account one may join', async () => {
  open()
  const text = (await card()).textContent?.replaceAll('\u00a0', ' ')
  for (const said of ['Food and cooking · German · Europe · Instagram', '5.00 €', '0.10 €', '38,742 of 50,000', '3 d 7 h'])
    expect(text).toContain(said)
  expect(within(await card()).getByRole('button', { name: 'Sign up with @lina.mrtn to Fridge door' })).toBeDefined()
  expect(within(await card()).queryByText(/The logo moves/)).toBeNull()
})

test('card and sign-up name the brand, with the day it registered if an older brand’s name looks alike', async () => {
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

test('a moving logo is warned of', async () => {
  campaigns = [aPublicCampaign({ logo: { mediaId: 'm', kind: 'webm', type: 'video/webm' } })]
  open()
  expect(within(await card()).getByText(/The logo moves .* at least 15 seconds/)).toBeDefined()
})

test('each account that fits has its own button; none that does not', async () => {
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

test('the address holds the filters: what it says is asked for and shown, what is chosen is written, a reset empties it', async () => {
  open('/public-campaigns?language=de&minViews=5000&sort=x')
  await card()
  expect(queryOf(-1)).toEqual({ language: 'de', minViews: '5000', limit: '12' })
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('de')
  await userEvent.selectOptions(screen.getByLabelText('Time remaining'), '3d')
  await waitFor(() => expect(queryOf(-1)).toEqual({ language: 'de', minViews: '5000', remaining: '3d', limit: '12' }))
  await userEvent.clear(screen.getByLabelText('Views, up to'))
  await userEvent.type(screen.getByLabelText('Views, up to'), '20,000')
  await waitFor(() => expect(queryOf(-1)).toMatchObject({ minViews: '5000', maxViews: '20000', remaining: '3d' }))
  expect(screen.getByRole('button', { name: 'Filters: 4' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Reset the filters' }))
  await waitFor(() => expect(queryOf(-1)).toEqual({ limit: '12' }))
})

test.each([
  ['12x', 'A whole number from 0 to 500,000.'],
  ['600,000', 'A whole number from 0 to 500,000.'],
  ['4,999', 'This is less than the smallest.'],
])('at most “%s” views is said to be wrong and not asked for', async (typed, sentence) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  open('/public-campaigns?minViews=5000')
  await card()
  await user.type(screen.getByLabelText('Views, up to'), typed)
  expect(await screen.findByText(sentence)).toBeDefined()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.getByText(sentence)).toBeDefined()
  expect(asked.map((query) => query.get('maxViews'))).not.toContain(typed.replace(',', ''))
})

test('filters that nothing fits say so, with a reset; without filters it says that there is none', async () => {
  campaigns = []
  open('/public-campaigns?category=Food_Cooking')
  expect(await screen.findByText('No campaign fits these filters.')).toBeDefined()
  await userEvent.click(screen.getAllByRole('button', { name: 'Reset the filters' }).at(-1)!)
  expect(await screen.findByText('No campaign is open at the moment.')).toBeDefined()
  expect(queryOf(-1)).toEqual({ limit: '12' })
})

test('the next page is fetched when asked for', async () => {
  next = 'cursor-2'
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more campaigns' }))
  await waitFor(() => expect(queryOf(-1)).toEqual({ limit: '12', cursor: 'cursor-2' }))
})

test('without a verified account the way to one comes first', async () => {
  accounts = [{ ...verified, status: 'unverified', verifiedAt: undefined } as Partial<Account>]
  campaigns = [aPublicCampaign({ accounts: [], reasons: ['account_not_verified'] })]
  open()
  expect((await screen.findByRole('link', { name: 'Verify an account' })).getAttribute('href')).toBe('/profile')
  const box = within(await card()).getByRole('region', { name: /^Not eligible / })
  expect(within(box).getByText('This campaign needs a verified Instagram account.')).toBeDefined()
  expect(within(box).queryByText('This account is not verified.')).toBeNull()
  expect(within(box).getByRole('link', { name: 'Verify an account on Instagram' }).getAttribute('href')).toBe('/profile?network=instagram')
})

test('who is in five campaigns reads when a place is free', async () => {
  signUps = [3, 1, 2, 4, 5].map((day) => aSignUp({ id: `s${day}`, campaignId: `x${day}`, endsAt: `2026-11-2${day}T17:00:00.000Z` }))
  signUps.push(aSignUp({ id: 'old', campaignId: 'old', state: 'settled', endsAt: '2026-11-02T17:00:00.000Z' }))
  campaigns = [aPublicCampaign({ accounts: [anAccount({ reasons: ['signup_limit_reached'] })], reasons: ['signup_limit_reached'] })]
  open()
  expect(await screen.findByText(/The first of them ends Sat 21 Nov, 18:00/)).toBeDefined()
  const box = within(await card()).getByRole('region', { name: /^Not eligible / })
  expect(box.textContent).toContain('Limit reached: 5 active campaigns at most')
  expect(box.textContent).toContain('the first of yours ends: 21 Nov, 18:00.')
})

test('one is asked first, and reads what one agrees to', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with @lina\.mrtn/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign up to Fridge door?' })
  for (const said of [
    '0.10 € per 1,000 qualified views, rounded down to the cent.',
    'for 14 days after it is first found',
    'At most 100 videos are measured: those found first.',
    ', 02:00. If the goal is reached in an earlier night, it is yours at 02:00, Paris, two days after that night.',
    'https://kefiro.example/rf',
    'as your mention, the words “Commercial collaboration”. Without code and mention views do not count. On Instagram only these words count',
    'upper half',
    'at least 6% of the picture',
    'Terms for campaigns, version 1.1',
  ])
    expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(said)
  const terms = within(dialog).getByRole('link', { name: /^Read the campaign terms/ })
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms#campaign-legal', '_blank'])
  for (const term of Object.values(campaignTerms)) expect(dialog.textContent).toContain(term.en)
  expect(joins).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(joins).toEqual([])
})

test('pressed twice it signs up once; then there are code, link, logo and the next reading, and the card says it', async () => {
  const answer = Promise.withResolvers<Response>()
  const done = join
  join = () => answer.promise
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with @lina\.mrtn/ }))
  const confirm = await screen.findByRole('button', { name: /^Agree and sign up with @lina\.mrtn/ })
  await userEvent.dblClick(confirm)
  answer.resolve(await done())
  const dialog = await screen.findByRole('dialog', { name: 'You are in: Fridge door. Now publish your video.' })
  expect(joins).toEqual([{ path: '/api/campaigns/public-campaigns/c1/sign-ups', body: { accountId: anAccount().accountId } }])
  expect(dialog.textContent).toContain('RF-7K2QD')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Your code/))
  expect(within(dialog).getByRole('link', { name: 'Download the logo' }).getAttribute('href')).toMatch(/\/media\/.*\?download=1$/)
  expect(await within(dialog).findByText(/read next Sun 22 Nov, 00:00/)).toBeDefined()
  expect((await screen.findAllByText('Signed up')).length).toBeGreaterThan(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(await within(await card()).findByText('Signed up with @lina.mrtn')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Code and instructions of Fridge door' }))
  expect((await screen.findByRole('dialog', { name: 'You are in: Fridge door' })).textContent).toContain('RF-7K2QD')
})

test('with several accounts one is chosen, the pressed one to begin with', async () => {
  campaigns = [aPublicCampaign({ accounts: [anAccount(), anAccount({ accountId: 'a2', username: 'lina.two' })] })]
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with @lina\.two/ }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /lina\.two/ }).checked).toBe(true)
  await userEvent.click(within(dialog).getByRole('radio', { name: /lina\.mrtn/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Agree and sign up with @lina.mrtn' }))
  await waitFor(() => expect(joins).toMatchObject([{ body: { accountId: anAccount().accountId } }]))
})

test('who is in already, by another window, is silently shown the instructions', async () => {
  join = () => {
    signUps = [aSignUp()]
    return refusal('already_signed_up', 'en')
  }
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with/ }))
  await userEvent.click(await screen.findByRole('button', { name: /^Agree and sign up/ }))
  const dialog = await screen.findByRole('dialog', { name: 'You are in: Fridge door' })
  await waitFor(() => expect(dialog.textContent).toContain('RF-7K2QD'))
  expect(screen.queryByText('Already signed up to this campaign')).toBeNull()
})

test('a campaign that fills up while one looks says so, in the list and in the question that is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with/ }))
  const dialog = await screen.findByRole('dialog')
  campaigns = [aPublicCampaign({ accounts: [anAccount({ reasons: ['campaign_closed'] })], reasons: ['campaign_closed'] })]
  act(() => void vi.advanceTimersByTime(30_000))
  expect(await within(dialog).findByText('All views of this campaign are given out.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: /^Agree/ })).toBeNull()
  expect((await screen.findAllByText('All views of this campaign are given out.')).length).toBe(2)
})

test('a campaign that is gone while one is asked cannot be joined any more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign up with/ }))
  const dialog = await screen.findByRole('dialog')
  campaigns = []
  act(() => void vi.advanceTimersByTime(30_000))
  expect(await within(dialog).findByText('This campaign has ended.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: /^Agree/ })).toBeNull()
})

test('a campaign whose time is over has no sign-up, though the list is not asked anew yet', async () => {
  campaigns = [aPublicCampaign({ endsAt: new Date(Date.now() - 1_000).toISOString() })]
  open()
  expect(within(await card()).getByText('This campaign has ended')).toBeDefined()
  expect(within(await card()).queryByRole('button')).toBeNull()
})
