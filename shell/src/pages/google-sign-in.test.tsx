// @vitest-environment jsdom
import { describeInLanguages } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, me, open, press, signInAs, type } from './page.fixture.tsx'

beforeAll(() => Promise.all([import('./signup/signup-page.tsx'), import('./google/google-return-page.tsx')]), 60_000)

/** As the gateway writes it if GOOGLE_CLIENT_ID is set. */
const meta = document.createElement('meta')
meta.name = 'google'
beforeEach(() => {
  meta.content = 'on'
  document.head.append(meta)
})
afterEach(() => {
  history.replaceState(null, '', '/')
  sessionStorage.clear()
})

const words = {
  en: {
    button: 'Continue with Google',
    terms: /I accept the Terms/,
    noTerms: 'Please accept the Terms.',
    brand: 'Brand or agency',
    create: 'Create account',
    password: 'Password',
    noPassword: 'Enter your password.',
    connect: 'Connect and sign in',
    wrong: 'Incorrect e-mail address or password.',
    cancelled: 'You cancelled Google sign-in.',
    failed: 'Google sign-in didn’t work.',
    expired: /has expired, was already used, or was started in another browser/,
    silent: /Google isn’t responding/,
    waiting: /^Waiting for Google/,
    back: 'Back to sign-in',
    backSignUp: 'Back to sign-up',
    backAccount: 'Back to your account',
  },
  fr: {
    button: 'Continuer avec Google',
    terms: /J’accepte les Conditions/,
    noTerms: 'Veuillez accepter les Conditions.',
    brand: 'Marque ou agence',
    create: 'Créer le compte',
    password: 'Mot de passe',
    noPassword: 'Saisissez votre mot de passe.',
    connect: 'Associer et se connecter',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    cancelled: 'Vous avez annulé la connexion avec Google.',
    failed: 'La connexion avec Google a échoué.',
    expired: /a expiré, a déjà été utilisée ou a été lancée dans un autre navigateur/,
    silent: /Google ne répond pas/,
    waiting: /^En attente de la réponse de Google/,
    back: 'Retour à la connexion',
    backSignUp: 'Retour à l’inscription',
    backAccount: 'Retour à votre compte',
  },
} as const

const START = 'POST /identity/google/sign-ins'
const CALLBACK = 'POST /identity/google/callbacks'
const BACK = '/auth/google?state=the-state&code=the-code&scope=openid'

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('the sign-in page sends role and redirect to Google', async () => {
    api.answer({ [START]: { url: `${location.origin}/#google` } })
    open('/login?role=brand&redirect=%2Fbrand-dashboard', locale)
    await press(texts.button)
    await waitFor(() => expect(location.hash).toBe('#google'))
    expect(api.sent(START)).toEqual([{ role: 'brand', redirect: '/brand-dashboard' }])
  })

  test('the sign-up page requires acceptance of the Terms before it redirects to Google', async () => {
    api.answer({ [START]: { url: `${location.origin}/#google` } })
    open('/signup?role=brand', locale)
    await press(texts.button)
    expect(screen.getByText(texts.noTerms)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.terms))
    expect(api.sent(START)).toEqual([])
    await userEvent.click(screen.getByLabelText(texts.terms))
    expect(screen.queryByText(texts.noTerms)).toBeNull()
    await press(texts.button)
    await waitFor(() => expect(location.hash).toBe('#google'))
    expect(api.sent(START)).toEqual([{ role: 'brand', termsAccepted: true }])
  })

  test('shows why Google could not be opened', async () => {
    api.fail(START, 'google_unavailable', locale)
    open('/login', locale)
    await press(texts.button)
    expect(await screen.findByText(texts.silent)).toBeDefined()
  })

  test('opens the requested page after returning from Google, and sends the result once', async () => {
    api.answer({ [CALLBACK]: { outcome: 'signed-in', me: me('creator'), redirect: '/balance' } })
    const { place } = open(BACK, locale)
    await waitFor(() => expect(place()).toBe('/balance'))
    expect(api.sent(CALLBACK)).toEqual([{ state: 'the-state', code: 'the-code' }])
  })

  test('says that it is waiting for Google until the response arrives', async () => {
    const answer = Promise.withResolvers<object>()
    api.answer({ [CALLBACK]: () => answer.promise })
    open(BACK, locale)
    expect(await screen.findByText(texts.waiting)).toBeDefined()
    answer.resolve({ outcome: 'cancelled', purpose: 'sign-in' })
    expect(await screen.findByText(texts.cancelled)).toBeDefined()
    expect(screen.queryByText(texts.waiting)).toBeNull()
  })

  test('does not open another site, whatever the service returns', async () => {
    api.answer({ [CALLBACK]: { outcome: 'signed-in', me: me('creator'), redirect: '//elsewhere.example' } })
    const { place } = open(BACK, locale)
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })

  test('a new user chooses a role and accepts the Terms, which are not pre-ticked', async () => {
    const path = 'POST /identity/google/registrations'
    api.answer({
      [CALLBACK]: { outcome: 'terms', email: 'nina@example.org', redirect: '/brand-dashboard' },
      [path]: { outcome: 'signed-in', me: me('brand', false), redirect: '/brand-dashboard' },
    })
    const { place } = open(BACK, locale)
    expect(await screen.findByText('nina@example.org')).toBeDefined()
    expect(screen.getByLabelText(texts.terms)).toHaveProperty('checked', false)
    await userEvent.click(screen.getByLabelText(texts.brand))
    await press(texts.create)
    expect(screen.getByText(texts.noTerms)).toBeDefined()
    await userEvent.click(screen.getByLabelText(texts.terms))
    await press(texts.create)
    await waitFor(() => expect(place()).toBe('/brand/form?redirect=%2Fbrand-dashboard'))
    expect(api.sent(path)).toEqual([{ role: 'brand', termsAccepted: true }])
  })

  test('asks for the account’s password if Google has not confirmed the address', async () => {
    const path = 'POST /identity/google/links'
    api.answer({ [CALLBACK]: { outcome: 'password', email: 'bo@example.org', role: 'brand', redirect: '/brand-dashboard' } })
    api.fail(path, 'wrong_credentials', locale)
    const { place } = open(BACK, locale)
    expect(await screen.findByText('bo@example.org')).toBeDefined()
    const ways = [...screen.getByRole('main').querySelectorAll('form a')].map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['/login?role=brand&redirect=%2Fbrand-dashboard', '/signup?role=brand&redirect=%2Fbrand-dashboard'])
    await press(texts.connect)
    expect(screen.getByText(texts.noPassword)).toBeDefined()
    await type(texts.password, 'wrong horse')
    await press(texts.connect)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [path]: { outcome: 'signed-in', me: me('creator') } })
    await type(texts.password, '!')
    await press(texts.connect)
    await waitFor(() => expect(place()).toBe('/dashboard'))
    expect(api.sent(path)).toEqual([{ password: 'wrong horse' }, { password: 'wrong horse!' }])
  })

  test.each([
    [{ purpose: 'sign-in', redirect: '/balance' }, texts.back, '/login?redirect=%2Fbalance'],
    [{ purpose: 'sign-in', role: 'brand' }, texts.backSignUp, '/signup?role=brand'],
    [{ purpose: 'connect' }, texts.backAccount, '/account'],
  ] as const)('after cancelling, links back with role and redirect: %j', async (kept, name, href) => {
    api.answer({ [CALLBACK]: { outcome: 'cancelled', ...kept } })
    open('/auth/google?state=the-state&error=access_denied', locale)
    expect(await screen.findByText(texts.cancelled)).toBeDefined()
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
    expect(api.sent(CALLBACK)).toEqual([{ state: 'the-state', error: 'access_denied' }])
  })

  test.each([
    ['google_state_invalid', texts.expired],
    ['google_unavailable', texts.silent],
  ] as const)('shows the message for %s and links back to sign-in', async (code, text) => {
    api.fail(CALLBACK, code, locale)
    open(BACK, locale)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.getByRole('link', { name: texts.back }).getAttribute('href')).toBe('/login')
  })

  test.each([
    ['/login?redirect=%2Fbalance', texts.back],
    ['/signup?role=brand&redirect=%2Fbrand-dashboard', texts.backSignUp],
  ] as const)('after a failure, links back to %s', async (start, name) => {
    api.answer({ [START]: { url: `${location.origin}${start}#google` } })
    history.replaceState(null, '', start)
    open(start, locale)
    if (start.startsWith('/signup')) await userEvent.click(await screen.findByLabelText(texts.terms))
    await press(texts.button)
    await waitFor(() => expect(location.hash).toBe('#google'))
    cleanup()
    api.fail(CALLBACK, 'google_unavailable', locale)
    open(BACK, locale)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(start)
  })

  test('returns to the account page after connecting Google', async () => {
    signInAs(me('creator'))
    api.answer({ [CALLBACK]: { outcome: 'connected' } })
    const { place } = open(BACK, locale)
    await waitFor(() => expect(place()).toBe('/account'))
  })
})

test('shows that the sign-in failed if the page is opened without Google’s parameters, and sends nothing', async () => {
  open('/auth/google')
  expect(await screen.findByText(words.en.failed)).toBeDefined()
  expect(api.sent(CALLBACK)).toEqual([])
})

test.each(['/login', '/signup'])('%s does not offer Google if the operator has not set it up', async (path) => {
  meta.content = 'off'
  open(path)
  await screen.findByLabelText('E-mail')
  expect(screen.queryByRole('button', { name: words.en.button })).toBeNull()
})
