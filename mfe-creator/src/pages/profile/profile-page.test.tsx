// @vitest-environment jsdom
import { type Account, type Accounts, type ErrorCode, errorTable, type Locale, type NetworkStatus } from '@reelfair/contracts'
import { Route } from '@reelfair/web-kit'
import { errorResponse, Routes, setLocale, showPage, stubApi } from '@reelfair/web-kit/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProfilePage } from './profile-page.tsx'

const at = '2026-11-21T10:00:00.000Z'
const inADay = () => new Date(Date.now() + 86_000_000).toISOString()
const account = (more: Partial<Account> = {}): Account => ({
  id: crypto.randomUUID(),
  network: 'instagram',
  username: 'lea.films',
  status: 'unverified',
  createdAt: at,
  ...more,
})
const verified = (more: Partial<Account> = {}) =>
  account({ status: 'verified', verifiedAt: at, followers: 24_000, averageViews: null, statsAt: at, nextStatsAt: inADay(), ...more })
const networkStatus = (network: NetworkStatus['network'], more: Partial<NetworkStatus> = {}): NetworkStatus => ({
  network,
  attemptsLeft: 10,
  attemptsLimit: 10,
  code: 'ABCDEFG',
  codeExpiresAt: inADay(),
  ...more,
})

let answer: Accounts
let refuse: { path: string; code: ErrorCode; locale?: Locale } | undefined
const refused = ({ what }: { what: string }) =>
  refuse && what.endsWith(refuse.path) ? errorResponse(refuse.code, refuse.locale ?? 'en') : undefined
const api = stubApi({
  'GET /verification/accounts': () => answer,
  'PUT /verification/codes/:network': () => {
    answer = { ...answer, networks: answer.networks.map((one) => ({ ...networkStatus(one.network), ...one })) }
    return { network: 'instagram', code: 'HJKLMNP', expiresAt: inADay() }
  },
  'POST /verification/accounts': (request) => refused(request) ?? account({ id: 'new-account' }),
  'POST /verification/accounts/:accountId/verification': (request) => refused(request) ?? account({ status: 'verifying' }),
  'POST /verification/accounts/:accountId/stats': account({ status: 'verifying' }),
})

function open({ address = '/profile?network=instagram', locale = 'en' }: { address?: string; locale?: Locale } = {}) {
  const page = (
    <Routes>
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/dashboard" element={<p>the dashboard</p>} />
    </Routes>
  )
  showPage(page, { address, locale })
}

beforeEach(() => {
  answer = { items: [], limitPerNetwork: 3, networks: [networkStatus('instagram'), networkStatus('tiktok'), networkStatus('youtube')] }
  refuse = undefined
})
afterEach(() => void vi.useRealTimers())

const button = (name: RegExp | string) => screen.findByRole('button', { name })
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true' || element.hasAttribute('disabled')

test('shows the code and requirements, and adds and verifies the entered account', async () => {
  open()
  expect(await screen.findAllByText('ABCDEFG')).toHaveLength(2)
  expect(screen.getByRole('img', { name: 'A profile with the code in its bio' })).toBeDefined()
  expect(screen.getByText('The account is public.')).toBeDefined()
  expect(screen.getByText('10 of 10 attempts left on Instagram.')).toBeDefined()
  const verify = await button('Verify')
  expect(isOff(verify)).toBe(true)
  await userEvent.type(screen.getByLabelText('Instagram username'), 'lea.films')
  expect(isOff(verify)).toBe(false)
  await userEvent.click(verify)
  await waitFor(() => expect(api.writes()).toHaveLength(2))
  expect(api.writes()).toEqual([
    { what: 'POST /verification/accounts', body: { network: 'instagram', username: 'lea.films' } },
    {
      what: 'POST /verification/accounts/new-account/verification',
      body: { userAgent: expect.stringMatching(/^[\x20-\x7e]*$/) },
    },
  ])
})

test('prefills the name of an existing account and does not add it again', async () => {
  answer = {
    ...answer,
    items: [account({ id: 'a1', status: 'failed', failure: { code: 'verification_failed', sentence: 'Not found in the bio.' } })],
  }
  open()
  expect((await screen.findByLabelText('Instagram username')) as HTMLInputElement).toHaveProperty('value', 'lea.films')
  await userEvent.click(await button('Verify'))
  await waitFor(() => expect(api.writes().map(({ what }) => what)).toEqual(['POST /verification/accounts/a1/verification']))
})

test('requests a code when there is no valid one', async () => {
  answer = {
    ...answer,
    networks: [{ network: 'instagram', attemptsLeft: 10, attemptsLimit: 10 }, networkStatus('tiktok'), networkStatus('youtube')],
  }
  open()
  await waitFor(() => expect(api.writes()).toEqual([{ what: 'PUT /verification/codes/instagram', body: {} }]))
})

test('shows the error for an invalid username next to the field and does not start a verification', async () => {
  refuse = { path: '/accounts', code: 'username_address' }
  open()
  await userEvent.type(await screen.findByLabelText('Instagram username'), '@lea')
  await userEvent.click(await button('Verify'))
  expect(await screen.findByText(errorTable.username_address.en)).toBeDefined()
  expect(screen.getByLabelText('Instagram username').getAttribute('aria-invalid')).toBe('true')
  expect(api.writes()).toHaveLength(1)
})

test.each([
  ['en', 'Verify', 'Maximum verification attempts reached. Please contact support.'],
  ['fr', 'Vérifier', 'Nombre maximal de tentatives de vérification atteint. Contactez l’assistance.'],
] as const)('in %s: shows the error for a refused verification below the field', async (locale, verify, text) => {
  refuse = { path: '/verification', code: 'verification_limit_reached', locale }
  answer = { ...answer, items: [account()] }
  open({ locale })
  await userEvent.click(await button(verify))
  expect(await screen.findByText(text)).toBeDefined()
})

test('reports an expired code and requests a new one', async () => {
  refuse = { path: '/verification', code: 'verification_code_over' }
  answer = { ...answer, items: [account()] }
  open()
  const verify = await button('Verify')
  answer = {
    ...answer,
    networks: [{ network: 'instagram', attemptsLeft: 10, attemptsLimit: 10 }, networkStatus('tiktok'), networkStatus('youtube')],
  }
  await userEvent.click(verify)
  expect(await screen.findByText(errorTable.verification_code_over.en)).toBeDefined()
  await waitFor(() => expect(api.writes().at(-1)?.what).toBe('PUT /verification/codes/instagram'))
})

test('disables the button and shows the steps while verifying, and explains a delay after two minutes', async () => {
  answer = { ...answer, items: [account({ status: 'verifying', verifyingSince: new Date().toISOString() })] }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open()
  expect(await screen.findByRole('heading', { name: 'Verifying @lea.films' })).toBeDefined()
  expect(isOff(await button(/^Verifying/))).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(115_000))
  expect(screen.queryByText(errorTable.verification_slow.en)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(screen.getByText(errorTable.verification_slow.en)).toBeDefined()
})

test.each([
  ['en', 'We couldn’t verify @lea.films'],
  ['fr', '@lea.films n’a pas pu être vérifié'],
] as const)('in %s: shows why a verification failed, with a checklist if the cause is unclear', async (locale, title) => {
  const code = 'verification_checklist'
  answer = { ...answer, items: [account({ status: 'failed', failure: { code, sentence: errorTable[code][locale] } })] }
  open({ locale })
  const banner = (await screen.findByText(title)).closest('section') as HTMLElement
  expect(within(banner).getByText(errorTable[code][locale])).toBeDefined()
  expect(within(banner).getAllByRole('listitem')).toHaveLength(5)
})

test('focuses the banner when a verification fails while the page is open, but not for an earlier failure', async () => {
  const failed = account({
    id: 'a1',
    status: 'failed',
    failure: { code: 'verification_failed', sentence: errorTable.verification_failed.en },
  })
  answer = { ...answer, items: [account({ id: 'a1', status: 'verifying', verifyingSince: at })] }
  open()
  await screen.findByRole('heading', { name: 'Verifying @lea.films' })
  answer = { ...answer, items: [failed] }
  await act(() => setLocale('fr'))
  const banner = await screen.findByRole('region', { name: /n’a pas pu être vérifié/ })
  await waitFor(() => expect(document.activeElement).toBe(banner))
  const reason = document.getElementById(banner.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe(errorTable.verification_failed.en)
  // Screen readers announce the focused element. A live region would repeat the announcement.
  expect(banner.closest('[aria-live], [role=alert], [role=status]')).toBeNull()
  cleanup()
  open({ locale: 'fr' })
  await screen.findByRole('region', { name: /n’a pas pu être vérifié/ })
  expect(document.activeElement).toBe(document.body)
})

test.each([
  [
    'en',
    'Verification attempt limit reached. Contact support.',
    'Contact support',
    'Limit reached',
    /^TikTok: limit reached$/,
    'Verify YouTube',
  ],
  [
    'fr',
    'Limite de tentatives de vérification atteinte. Contactez l’assistance.',
    'Contacter l’assistance',
    'Limite atteinte',
    /^TikTok\s: limite atteinte$/,
    'Vérifier un compte YouTube',
  ],
] as const)(
  'in %s: links to support and labels the button “Limit” when no attempts are left',
  async (locale, over, support, limit, tiktok, youtube) => {
    answer = {
      ...answer,
      items: [account()],
      networks: [networkStatus('instagram', { attemptsLeft: 0 }), networkStatus('tiktok', { attemptsLeft: 0 }), networkStatus('youtube')],
    }
    open({ locale })
    expect(await screen.findByText(over)).toBeDefined()
    expect(screen.getByRole('link', { name: support }).getAttribute('href')).toBe('mailto:support@reelfair.example')
    expect(isOff(await button(limit))).toBe(true)
    expect(isOff(await button(tiktok))).toBe(true)
    expect(isOff(await button(youtube))).toBe(false)
  },
)

test('shows a verified account as a chip, recognises its username in the field, and links to the dashboard', async () => {
  answer = { ...answer, items: [verified(), account({ username: 'second' })] }
  open()
  expect(within(await screen.findByRole('list', { name: 'Verified' })).getByText('@lea.films')).toBeDefined()
  const field = screen.getByLabelText('Instagram username')
  await userEvent.clear(field)
  await userEvent.type(field, 'LEA.films')
  expect(isOff(await button('Verified'))).toBe(true)
  expect(screen.getByText('@LEA.films is already verified.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.getByText(/24,000 followers, average views not known yet/)).toBeDefined()
})

test('allows three verified accounts per network and still offers other networks', async () => {
  answer = { ...answer, items: ['one', 'two', 'three'].map((username) => verified({ username })) }
  open()
  expect(await screen.findByText('You’ve reached the limit of 3 accounts on Instagram.')).toBeDefined()
  expect(screen.queryByLabelText('Instagram username')).toBeNull()
  await userEvent.click(await button('Verify TikTok'))
  expect(await screen.findByLabelText('TikTok username')).toBeDefined()
})

test.each([
  ['en', 'Instagram username', /limit of 3 accounts on Instagram\. Remove an unverified account to make room\.$/],
  ['fr', 'Nom d’utilisateur Instagram', /limite de 3 comptes sur Instagram\. Supprimez un compte non vérifié pour libérer une place\.$/],
] as const)('at the limit, suggests removing an account only if one is unverified (%s)', async (locale, label, suggestion) => {
  answer = { ...answer, items: [verified({ username: 'one' }), verified({ username: 'two' }), account({ username: 'three' })] }
  open({ locale })
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, 'four')
  expect(screen.getByText(suggestion)).toBeDefined()
  cleanup()
  answer = { ...answer, items: ['one', 'two', 'three'].map((username) => verified({ username })) }
  open({ locale })
  expect(await screen.findByText(/(limit of 3 accounts|limite de 3 comptes) (on|sur) Instagram\.$/)).toBeDefined()
  expect(screen.queryByText(suggestion)).toBeNull()
})

test('opens the dashboard when a verification succeeds while the page is open', async () => {
  const running = account({ id: 'a1', status: 'verifying', verifyingSince: at })
  answer = { ...answer, items: [running] }
  open()
  await screen.findByRole('heading', { name: 'Verifying @lea.films' })
  answer = { ...answer, items: [verified({ id: 'a1' })] }
  // Returning to the page triggers a refetch, as a live update does.
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await setLocale('fr')
  })
  expect(await screen.findByText('the dashboard')).toBeDefined()
})

test('on a direct visit, redirects to the dashboard without requesting a code, but only if an account is verified', async () => {
  open({ address: '/profile' })
  expect(await screen.findByLabelText('Instagram username')).toBeDefined()
  cleanup()
  answer = { ...answer, items: [verified()], networks: [{ network: 'instagram', attemptsLeft: 10, attemptsLimit: 10 }] }
  open({ address: '/profile' })
  expect(await screen.findByText('the dashboard')).toBeDefined()
  expect(api.writes()).toEqual([])
})

test('shows the page in French', async () => {
  answer = { ...answer, items: [account({ status: 'verifying', verifyingSince: at })] }
  open({ locale: 'fr' })
  expect(await screen.findByText('Il vous reste 10 tentatives sur 10 pour Instagram.')).toBeDefined()
  expect(screen.getByText(errorTable.verification_slow.fr.replaceAll('\u00a0', ' '))).toBeDefined()
  expect(isOff(await button(/^Vérification en cours/))).toBe(true)
})

test('reports accounts that failed to load and offers a retry', async () => {
  api.fail('GET /verification/accounts', 'not_found', 'en')
  open()
  expect(await screen.findByText('We couldn’t load your accounts.')).toBeDefined()
  api.recover()
  await userEvent.click(screen.getAllByRole('button', { name: /again/i })[0] as HTMLElement)
  expect(await screen.findByLabelText('Instagram username')).toBeDefined()
})

test.each([
  [
    'en',
    /^@open\.films: we can read the label/,
    /^@closed\.films: we can’t read the label, so the words are required/,
    'As of 21 Nov, 11:00.',
  ],
  [
    'fr',
    /^@open\.films : nous pouvons détecter le label/,
    /^@closed\.films : nous ne pouvons pas détecter le label/,
    'Situation au 21 nov., 11:00.',
  ],
] as const)('in %s: shows for each YouTube account whether the label counts as a disclosure', async (locale, read, unread, asOf) => {
  answer = {
    ...answer,
    items: [
      verified({ network: 'youtube', username: 'open.films', paidLabelConsent: true }),
      verified({ network: 'youtube', username: 'closed.films', paidLabelConsent: false }),
      verified({ network: 'youtube', username: 'unreported.films' }),
      verified({ username: 'insta.films' }),
    ],
  }
  open({ address: '/profile?network=youtube', locale })
  expect(await screen.findByText(read)).toBeDefined()
  expect(screen.getByText(unread)).toBeDefined()
  expect(screen.getByText(/^@unreported\.films.*(words are required|mention écrite est donc obligatoire)$/)).toBeDefined()
  expect(document.body.textContent).not.toMatch(/permission|autorisation/)
  expect(screen.getAllByText(new RegExp(`^${asOf}`))).toHaveLength(2)
  cleanup()
  open({ locale })
  await screen.findAllByText('@insta.films')
  expect(screen.queryByText(/label/)).toBeNull()
})

const connectable = (connect: NetworkStatus['connect']) => ({ ...answer, networks: [networkStatus('instagram', { connect })] })

test.each([
  ['en', 'Connect with Instagram', 'Or use a code in your bio', /^Reelfair may read .* It can’t post anything/],
  ['fr', 'Connecter un compte Instagram', 'Ou utilisez un code dans votre bio', /^Reelfair peut lire .* ne peut rien publier/],
] as const)('in %s: offers the connection first, then the code', async (locale, connect, orCode, reads) => {
  answer = connectable('offered')
  open({ locale })
  await screen.findByRole('heading', { name: connect })
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
      .slice(0, 2),
  ).toEqual([connect, orCode])
  expect(screen.getByText(reads)).toBeDefined()
  expect(screen.getAllByText('ABCDEFG')).toHaveLength(2)
  expect(screen.getByLabelText(/Instagram/, { selector: 'input' })).toBeDefined()
  api.answer({ 'POST /verification/connections': { url: `${location.origin}${location.pathname}#the-network` } })
  await userEvent.click(await button(connect))
  await waitFor(() => expect(location.hash).toBe('#the-network'))
  expect(api.writes()).toEqual([{ what: 'POST /verification/connections', body: { network: 'instagram' } }])
  history.replaceState(null, '', '/')
})

test.each([
  [
    'en',
    'Connect with Instagram',
    /^Instagram shows us videos only with your consent\. Reelfair may read/,
    /^Connecting an account proves/,
  ],
  [
    'fr',
    'Connecter un compte Instagram',
    /^Instagram ne nous montre les vidéos qu’avec votre accord\. Reelfair peut lire/,
    /^La connexion prouve/,
  ],
] as const)('in %s: on a network that requires a connection, offers no code and says why', async (locale, connect, why, note) => {
  answer = {
    ...connectable('required'),
    items: [account({ status: 'failed', failure: { code: 'verification_failed', sentence: 'Not found in the bio.' } })],
    networks: [{ network: 'instagram', attemptsLeft: 10, attemptsLimit: 10, connect: 'required' }],
  }
  open({ locale })
  expect(await screen.findByText(why)).toBeDefined()
  expect(screen.getByText(note)).toBeDefined()
  expect(await button(connect)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('Not found in the bio.')).toBeNull()
  expect(api.writes()).toEqual([])
})

test('offers no connection at the account limit', async () => {
  answer = {
    ...connectable('required'),
    items: ['one', 'two', 'three'].map((username) => verified({ username, connection: { since: at } })),
  }
  open()
  expect(await screen.findByText(/limit of 3 accounts on Instagram\.$/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Connect with Instagram' })).toBeNull()
})

const ANOTHER = 'Connect another YouTube account'
const OWN = 'Connect @lea.films with YouTube'
test.each([
  ['unread and not connected', {}, 1, [ANOTHER, OWN]],
  ['unread although connected', { connection: { since: at } }, 0, [ANOTHER]],
  ['read', { paidLabelConsent: true }, 0, [ANOTHER, OWN]],
] as const)('names the account of each connection if the label is %s', async (_, facts, hints, buttons) => {
  const items = [verified({ username: 'lea.films', network: 'youtube', ...facts })]
  answer = { ...answer, items, networks: [networkStatus('youtube', { connect: 'offered' })] }
  open({ address: '/profile?network=youtube' })
  await screen.findByRole('heading', { name: 'Your ad disclosure on YouTube' })
  const own = (await screen.findByRole('heading', { name: '@lea.films' })).closest('li') ?? expect.unreachable()
  await within(own).findByRole('button', { name: buttons.length > 1 ? OWN : /^Disconnect/ })
  expect(screen.queryAllByText(/^Connect the account below, under “Verified”/)).toHaveLength(hints)
  expect(screen.getAllByRole('button', { name: /^Connect / })).toEqual(buttons.map((name) => screen.getByRole('button', { name })))
})
