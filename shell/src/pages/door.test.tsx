// @vitest-environment jsdom
import { setLocale } from '@reelfair/web-kit'
import { fill, refusal } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { asked, me, ok, open } from './page.fixture.tsx'

const put = async (label: string | RegExp, text: string) => fill(await screen.findByLabelText(label), text)
const type = async (label: string | RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

// Pages of their own chunk take a while on a cold machine; here they are there before.
beforeAll(
  () =>
    Promise.all([
      import('./signup/signup-page.tsx'),
      import('./verify-email/verify-email-page.tsx'),
      import('./confirm/confirm-page.tsx'),
      import('./sign-in-link/sign-in-link-page.tsx'),
      import('./sign-in-link/enter-page.tsx'),
    ]),
  60_000,
)

const words = {
  en: {
    email: 'E-mail',
    password: 'Password',
    signUp: 'Open an account',
    signIn: 'Log in',
    terms: /I accept the Terms/,
    noEmail: 'Enter an e-mail address, for example anna@example.com.',
    noPassword: 'Enter 6 to 128 characters.',
    noTerms: 'Please accept the Terms.',
    taken: 'An account with this email already exists.',
    common: 'This password is among the most common ones. Please choose another.',
    failed: 'Failed to create account. Please try again.',
    wrong: 'This e-mail address and password do not belong together.',
    unconfirmed: /is not confirmed yet/,
    slowed: /Please try again in 8 s/,
    again: 'Send a new mail',
    link: 'Email me a sign-in link',
    linkSent: /a sign-in link is on its way to/,
    enter: 'Sign in',
    linkUsed: /has already been used, was replaced by a newer one, or is more than 15 minutes old/,
    linkIncomplete: /This link is incomplete/,
    resend: 'Send it again',
    in60: /^Possible in (?:60|5\d) s$/,
    tooSoon: /You can ask again in 30 s/,
    confirm: 'Confirm and log in',
    void: 'This link no longer works.',
    used: /has been used, replaced by a newer one, or is older than 24 hours/,
    incomplete: /This link is not whole/,
    confirmFailed: 'The address could not be confirmed. Please try again.',
    confirmWrong: /This is not the password chosen when signing up with this address/,
    signUpAgain: 'Sign up again',
    passwordMissing: 'Enter your password.',
    nothing: 'There is nothing at this address',
    termsTitle: 'What you accept: version 1.1, in short',
  },
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    signUp: 'Ouvrir un compte',
    signIn: 'Se connecter',
    terms: /J’accepte les Conditions/,
    noEmail: 'Saisissez une adresse e-mail, par exemple anna@example.com.',
    noPassword: 'Saisissez de 6 à 128 caractères.',
    noTerms: 'Veuillez accepter les Conditions.',
    taken: 'Un compte existe déjà avec cette adresse e-mail.',
    common: 'Ce mot de passe est parmi les plus courants. Veuillez en choisir un autre.',
    failed: 'Le compte n’a pas pu être créé. Veuillez réessayer.',
    wrong: 'Cette adresse e-mail et ce mot de passe ne correspondent pas.',
    unconfirmed: /n’est pas encore confirmée/,
    slowed: /Veuillez réessayer dans 8 s/,
    again: 'Envoyer un nouvel e-mail',
    link: 'Recevoir un lien de connexion',
    linkSent: /un lien de connexion est en route vers/,
    enter: 'Se connecter',
    linkUsed: /a déjà servi, a été remplacé par un plus récent ou a plus de 15 minutes/,
    linkIncomplete: /Ce lien est incomplet/,
    resend: 'Renvoyer',
    in60: /^Possible dans (?:60|5\d) s$/,
    tooSoon: /Vous pourrez le redemander dans 30 s/,
    confirm: 'Confirmer et se connecter',
    void: 'Ce lien ne fonctionne plus.',
    used: /a déjà servi, a été remplacé par un plus récent ou a plus de 24 heures/,
    incomplete: /Ce lien est incomplet/,
    confirmFailed: 'Erreur de confirmation. Veuillez réessayer.',
    confirmWrong: /Ce n’est pas le mot de passe choisi lors de l’inscription/,
    signUpAgain: 'S’inscrire de nouveau',
    passwordMissing: 'Saisissez votre mot de passe.',
    nothing: 'Il n’y a rien à cette adresse',
    termsTitle: 'Ce que vous acceptez : version 1.1, en bref',
  },
} as const

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const say = words[locale]
  async function fillIn(email = 'a@b.example', password = 'correct horse') {
    await put(say.email, email)
    await put(say.password, password)
    const terms = screen.queryByLabelText(say.terms)
    if (terms) await userEvent.click(terms)
  }

  test('sign-up says what is missing and sends nothing', async () => {
    open('/signup', () => undefined, locale)
    expect(await screen.findByLabelText(say.terms)).toHaveProperty('checked', false)
    await press(say.signUp)
    for (const text of [say.noEmail, say.noPassword, say.noTerms]) expect(screen.getByText(text)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(say.email))
    expect(sent('/identity/users')).toEqual([])
  })

  test.each([
    ['email_taken', say.taken],
    ['password_common', say.common],
  ] as const)('sign-up that is refused as %s says so', async (code, text) => {
    open('/signup', ({ path }) => (path === '/identity/users' ? refusal(code, locale) : undefined), locale)
    await fillIn()
    await press(say.signUp)
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('a fault that is no answer of the service has its sentence too', async () => {
    const broken = () => {
      throw new Error('a bug')
    }
    open('/signup', ({ path }) => (path === '/identity/users' ? ({ ok: true, text: broken } as unknown as Response) : undefined), locale)
    await fillIn()
    await press(say.signUp)
    expect(await screen.findByText(say.failed)).toBeDefined()
  })

  test.each([
    ['wrong_credentials', {}, say.wrong],
    ['sign_in_slowed', { seconds: 8 }, say.slowed],
    ['email_unconfirmed', {}, say.unconfirmed],
  ] as const)('sign-in that is refused as %s says so', async (code, details, text) => {
    const { place } = open('/login', ({ path }) => (path === '/identity/sessions' ? refusal(code, locale, details) : undefined), locale)
    await fillIn()
    await press(say.signIn)
    expect(await screen.findByText(text)).toBeDefined()
    if (code !== 'email_unconfirmed') return
    await press(say.again)
    await waitFor(() => expect(place()).toBe('/verify-email'))
    expect(await screen.findByText('a@b.example')).toBeDefined()
  })

  test('a slowed sign-in leads to a link by mail, and keeps the address and where to go on to', async () => {
    const answers = ({ path }: { path: string }) =>
      path === '/identity/sessions'
        ? refusal('sign_in_slowed', locale, { seconds: 8 })
        : path === '/identity/sign-in-links'
          ? ok({ email: 'a@b.example', resendAfterSeconds: 60 }, 202)
          : undefined
    const { place } = open('/login?redirect=/balance', answers, locale)
    await fillIn()
    await press(say.signIn)
    await press(say.link)
    await waitFor(() => expect(place()).toBe('/sign-in-link?redirect=%2Fbalance'))
    // The page before has a field and a button of the same names.
    await waitFor(() => expect(screen.queryByLabelText(say.password)).toBeNull())
    expect(await screen.findByLabelText(say.email)).toHaveProperty('value', 'a@b.example')
    await press(say.link)
    expect(await screen.findByText(say.linkSent)).toBeDefined()
    expect(await screen.findByText(say.in60)).toBeDefined()
    expect(sent('/identity/sign-in-links')).toEqual([{ email: 'a@b.example', redirect: '/balance' }])
  })

  test('opening a sign-in link changes nothing: only its button signs in', async () => {
    const { place } = open(
      '/auth/sign-in?next=/balance#token=secret',
      ({ path }) => (path === '/identity/sessions/by-link' ? ok(me('creator'), 201) : undefined),
      locale,
    )
    await screen.findByRole('button', { name: say.enter })
    expect(sent('/identity/sessions/by-link')).toEqual([])
    await press(say.enter)
    await waitFor(() => expect(place()).toBe('/balance'))
    expect(sent('/identity/sessions/by-link')).toEqual([{ token: 'secret' }])
  })

  test('a used sign-in link says so and offers a new one', async () => {
    const answers = ({ path }: { path: string }) =>
      path === '/identity/sessions/by-link' ? refusal('sign_in_link_invalid', locale, { minutes: 15 }) : undefined
    open('/auth/sign-in#token=secret', answers, locale)
    await press(say.enter)
    expect(await screen.findByText(say.linkUsed)).toBeDefined()
    expect(screen.getByRole('link', { name: say.link }).getAttribute('href')).toBe('/sign-in-link')
  })

  test('a sign-in link without its secret asks nothing of anybody', async () => {
    open('/auth/sign-in', () => undefined, locale)
    expect(await screen.findByText(say.linkIncomplete)).toBeDefined()
    expect(screen.queryByRole('button', { name: say.enter })).toBeNull()
  })

  test('a mail is asked for again, once per minute', async () => {
    const state = { email: 'a@b.example', role: 'creator', resendAt: Date.now() }
    const answers = [ok({ email: 'a@b.example', resendAfterSeconds: 60 }, 202)]
    open({ pathname: '/verify-email', state }, ({ path }) => (path.endsWith('/resend') ? answers.pop() : undefined), locale)
    await press(say.resend)
    expect(await screen.findByText(say.in60)).toBeDefined()
    expect(screen.getByRole('button', { name: say.resend })).toHaveProperty('disabled', true)
    expect(sent('/identity/confirmations/resend')).toEqual([{ email: 'a@b.example' }])
  })

  test('who asks too soon reads how long to wait', async () => {
    const refused = ({ path }: { path: string }) =>
      path.endsWith('/resend') ? refusal('resend_too_soon', locale, { seconds: 30 }) : undefined
    open({ pathname: '/verify-email', state: { email: 'a@b.example', resendAt: 0 } }, refused, locale)
    await press(say.resend)
    expect(await screen.findByText(say.tooSoon)).toBeDefined()
  })

  test('a used link says so and offers a new mail', async () => {
    const answers = ({ path }: { path: string }) =>
      path === '/identity/confirmations' ? refusal('confirmation_invalid', locale, { hours: 24 }) : undefined
    open('/auth/confirm#token=secret', answers, locale)
    await put(say.password, 'correct horse')
    await press(say.confirm)
    expect(await screen.findByText(say.used)).toBeDefined()
    expect(screen.queryByLabelText(say.password)).toBeNull()
    expect(screen.getByText(say.void)).toBeDefined()
    expect(screen.getByRole('link', { name: say.again }).getAttribute('href')).toBe('/verify-email')
  })

  test('a confirmation without a password asks for it and sends nothing', async () => {
    open('/auth/confirm#token=secret', () => undefined, locale)
    await press(say.confirm)
    expect(screen.getByText(say.passwordMissing)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(say.password))
    expect(sent('/identity/confirmations')).toEqual([])
  })

  test('a wrong password leaves the form there, and says what to do if somebody else signed up', async () => {
    const answers = ({ path }: { path: string }) => (path === '/identity/confirmations' ? refusal('wrong_credentials', locale) : undefined)
    open('/auth/confirm#token=secret', answers, locale)
    await put(say.password, 'wrong horse')
    await press(say.confirm)
    expect((await screen.findByRole('alert')).textContent).toMatch(say.confirmWrong)
    expect(screen.getByRole('link', { name: say.signUpAgain }).getAttribute('href')).toBe('/signup')
    expect(screen.queryByText(say.wrong)).toBeNull()
    expect(screen.getByRole('button', { name: say.confirm })).toBeDefined()
  })

  test('a password manager finds the field for the password, and no address stands on the page', async () => {
    open('/auth/confirm#token=secret', () => undefined, locale)
    expect((await screen.findByLabelText(say.password)).getAttribute('autocomplete')).toBe('current-password')
    expect(document.body.textContent).not.toContain('@')
  })

  test('another link in the same tab is another matter', async () => {
    const answers = ({ path }: { path: string }) =>
      path === '/identity/confirmations' ? refusal('confirmation_invalid', locale, { hours: 24 }) : undefined
    const { go } = open('/auth/confirm#token=old', answers, locale)
    await put(say.password, 'correct horse')
    await press(say.confirm)
    expect(await screen.findByText(say.void)).toBeDefined()
    act(() => go('/auth/confirm#token=new'))
    expect(await screen.findByLabelText(say.password)).toHaveProperty('value', '')
    expect(screen.queryByText(say.void)).toBeNull()
  })

  test('a link without its secret asks nothing of anybody', async () => {
    open('/auth/confirm', () => undefined, locale)
    expect(await screen.findByText(say.incomplete)).toBeDefined()
    expect(screen.queryByRole('button', { name: say.confirm })).toBeNull()
  })

  test('a confirmation that ends in a fault of ours says so', async () => {
    const broken = () => {
      throw new Error('a bug')
    }
    const answers = ({ path }: { path: string }) =>
      path === '/identity/confirmations' ? ({ ok: true, text: broken } as unknown as Response) : undefined
    open('/auth/confirm#token=secret', answers, locale)
    await put(say.password, 'correct horse')
    await press(say.confirm)
    expect(await screen.findByText(say.confirmFailed)).toBeDefined()
  })

  test('an address that leads nowhere says so to whoever is signed in', async () => {
    open('/nowhere', ({ path }) => (path === '/identity/session' ? ok({ me: me('creator') }) : undefined), locale)
    expect(await screen.findByText(say.nothing)).toBeDefined()
  })

  test('the terms name their version and say in short what is accepted', async () => {
    open('/signup?role=brand', () => undefined, locale)
    const summary = await screen.findByText(say.termsTitle)
    expect(summary.closest('details')?.querySelectorAll('li')).toHaveLength(4)
  })

  test('what a service says of a field does not stay in the other language', async () => {
    const faulty = () => refusal('invalid_input', locale, {}, [{ path: 'email', message: 'SAID BEFORE' }])
    open('/signup', ({ path }) => (path === '/identity/users' ? faulty() : undefined), locale)
    await fillIn()
    await press(say.signUp)
    expect(await screen.findByText('SAID BEFORE')).toBeDefined()
    const other = locale === 'en' ? 'fr' : 'en'
    act(() => setLocale(other))
    expect(await screen.findByText(words[other].noEmail)).toBeDefined()
    expect(screen.queryByText('SAID BEFORE')).toBeNull()
  })
})

test('a sign-up sends the role of the switch and the safe part of the redirect, and goes to the page about the mail', async () => {
  const { place, state } = open('/signup?role=brand&redirect=/brand-dashboard', ({ path }) =>
    path === '/identity/users' ? ok({ email: 'a@b.example', resendAfterSeconds: 60 }, 201) : undefined,
  )
  await type('E-mail', 'a@b.example')
  await type('Password', 'correct horse')
  await userEvent.click(screen.getByLabelText(words.en.terms))
  await press('Open an account')
  await waitFor(() => expect(place()).toBe('/verify-email'))
  expect(sent('/identity/users')).toEqual([
    { email: 'a@b.example', password: 'correct horse', role: 'brand', termsAccepted: true, redirect: '/brand-dashboard' },
  ])
  expect(state()).toMatchObject({ email: 'a@b.example', role: 'brand' })
})

test('opening the link changes nothing: only the button sends its secret', async () => {
  const { place } = open('/auth/confirm?next=/balance#token=secret', ({ path }) =>
    path === '/identity/confirmations' ? ok(me('creator'), 201) : undefined,
  )
  await type('Password', 'correct horse')
  expect(sent('/identity/confirmations')).toEqual([])
  await press('Confirm and log in')
  await waitFor(() => expect(place()).toBe('/balance'))
  expect(sent('/identity/confirmations')).toEqual([{ token: 'secret', password: 'correct horse' }])
})

const hostile = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
]
describe.each(hostile)('the redirect %s is followed nowhere', (redirect) => {
  const query = encodeURIComponent(redirect)
  test('from sign-in', async () => {
    const { place } = open(`/login?redirect=${query}`, ({ path }) => (path === '/identity/sessions' ? ok(me('creator'), 201) : undefined))
    await put('E-mail', 'a@b.example')
    await put('Password', 'correct horse')
    await press('Log in')
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })
  test('from sign-up, neither now nor in the mail', async () => {
    open(`/signup?redirect=${query}`, ({ path }) =>
      path === '/identity/users' ? ok({ email: 'a@b.example', resendAfterSeconds: 60 }, 201) : undefined,
    )
    await put('E-mail', 'a@b.example')
    await put('Password', 'correct horse')
    await userEvent.click(screen.getByLabelText(words.en.terms))
    await press('Open an account')
    await waitFor(() => expect(sent('/identity/users')).toHaveLength(1))
    expect(sent('/identity/users')[0]).not.toHaveProperty('redirect')
  })
  test('from a sign-in link', async () => {
    const { place } = open(`/auth/sign-in?next=${query}#token=secret`, ({ path }) =>
      path === '/identity/sessions/by-link' ? ok(me('creator'), 201) : undefined,
    )
    await press(words.en.enter)
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })
  test('from the confirmation', async () => {
    const { place } = open(`/auth/confirm?next=${query}#token=secret`, ({ path }) =>
      path === '/identity/confirmations' ? ok(me('creator'), 201) : undefined,
    )
    await put('Password', 'correct horse')
    await press('Confirm and log in')
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })
})

test('a visitor at an address that leads nowhere is led to the start page', async () => {
  const { place } = open('/nowhere', () => ok({ me: null, why: 'none' }))
  await waitFor(() => expect(place()).toBe('/'))
})

test.each([
  ['/login', '/dashboard', me('creator')],
  ['/signup', '/admin', me('admin')],
  ['/', '/brand-dashboard', me('brand')],
  ['/login?redirect=/brand-dashboard', '/brand/form?redirect=%2Fbrand-dashboard', me('brand', false)],
])('who is signed in is led from %s to %s', async (from, to, who) => {
  const { place } = open(from, ({ path }) => (path === '/identity/session' ? ok({ me: who }) : undefined))
  await waitFor(() => expect(place()).toBe(to))
})

test('sign-in and sign-up lead to each other with role and redirect', async () => {
  open('/login?role=brand&redirect=/brand-dashboard', () => undefined)
  const link = await screen.findByRole('link', { name: 'Open an account' })
  expect(link.getAttribute('href')).toBe('/signup?role=brand&redirect=%2Fbrand-dashboard')
})
