// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill, setLocale } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, me, open, press, signInAs, type } from './page.fixture.tsx'

const put = async (label: string | RegExp, text: string) => fill(await screen.findByLabelText(label), text)

// Loading the lazy pages can take a while on a cold machine.
beforeAll(
  () =>
    Promise.all([
      import('./signup/signup-page.tsx'),
      import('./verify-email/verify-email-page.tsx'),
      import('./confirm/confirm-page.tsx'),
      import('./sign-in-link/sign-in-link-page.tsx'),
      import('./sign-in-link/sign-in-by-link-page.tsx'),
    ]),
  60_000,
)

const words = {
  en: {
    email: 'E-mail',
    password: 'Password',
    signUp: 'Sign up',
    signIn: 'Sign in',
    terms: /I accept the Terms/,
    noEmail: 'Enter an e-mail address, for example anna@example.com.',
    noPassword: 'Enter 6 to 128 characters.',
    noTerms: 'Please accept the Terms.',
    taken: 'An account with this email already exists.',
    common: 'This password is too common. Please choose another one.',
    failed: 'Failed to create account. Please try again.',
    wrong: 'Incorrect e-mail address or password.',
    unconfirmed: /isn’t confirmed yet/,
    slowed: /Please try again in 8 s/,
    again: 'Send a new e-mail',
    link: 'Email me a sign-in link',
    linkSent: /we’ve emailed a sign-in link to/,
    enter: 'Sign in',
    linkUsed: /has already been used, was replaced by a newer one, or is more than 15 minutes old/,
    linkIncomplete: /This link is incomplete/,
    resend: 'Send it again',
    in60: /^Try again in (?:60|5\d) s$/,
    tooSoon: /You can request another one in 30\ss/,
    confirm: 'Confirm and sign in',
    dead: 'This link no longer works.',
    used: /has already been used, was replaced by a newer one, or is more than 24 hours old/,
    incomplete: /This link is incomplete/,
    confirmFailed: 'We couldn’t confirm your address. Please try again.',
    confirmWrong: /^Incorrect password\. Did someone else sign up with your address\?/,
    signUpAgain: 'Sign up again',
    passwordMissing: 'Enter your password.',
    nothing: 'Page not found',
    termsTitle: 'Summary of the Terms, version 1.1',
    termsMoney: /second or third night.* If a network doesn’t respond, this can take up to four days longer\.$/,
  },
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    signUp: 'Créer un compte',
    signIn: 'Se connecter',
    terms: /J’accepte les Conditions/,
    noEmail: 'Saisissez une adresse e-mail, par exemple anna@example.com.',
    noPassword: 'Saisissez entre 6 et 128 caractères.',
    noTerms: 'Veuillez accepter les Conditions.',
    taken: 'Un compte existe déjà avec cette adresse e-mail.',
    common: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
    failed: 'Le compte n’a pas pu être créé. Veuillez réessayer.',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    unconfirmed: /n’est pas encore confirmée/,
    slowed: /Veuillez réessayer dans 8 s/,
    again: 'Envoyer un nouvel e-mail',
    link: 'Recevoir un lien de connexion',
    linkSent: /nous avons envoyé un lien de connexion à/,
    enter: 'Se connecter',
    linkUsed: /a déjà été utilisé, a été remplacé par un plus récent ou date de plus de 15 minutes/,
    linkIncomplete: /Ce lien est incomplet/,
    resend: 'Renvoyer',
    in60: /^Nouvel envoi possible dans (?:60|5\d) s$/,
    tooSoon: /Vous pourrez en demander un autre dans 30\ss/,
    confirm: 'Confirmer et se connecter',
    dead: 'Ce lien ne fonctionne plus.',
    used: /a déjà été utilisé, a été remplacé par un plus récent ou date de plus de 24 heures/,
    incomplete: /Ce lien est incomplet/,
    confirmFailed: 'Erreur de confirmation. Veuillez réessayer.',
    confirmWrong: /^Mot de passe incorrect\. Quelqu’un d’autre s’est-il inscrit avec votre adresse/,
    signUpAgain: 'S’inscrire à nouveau',
    passwordMissing: 'Saisissez votre mot de passe.',
    nothing: 'Page introuvable',
    termsTitle: 'Résumé des Conditions, version 1.1',
    termsMoney: /deuxième ou la troisième nuit.* Si un réseau ne répond pas, ce délai peut être prolongé de quatre jours au plus\.$/,
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]
  async function fillIn(email = 'a@b.example', password = 'correct horse') {
    await put(texts.email, email)
    await put(texts.password, password)
    const terms = screen.queryByLabelText(texts.terms)
    if (terms) await userEvent.click(terms)
  }

  test('marks missing sign-up fields and sends no request', async () => {
    open('/signup', locale)
    expect(await screen.findByLabelText(texts.terms)).toHaveProperty('checked', false)
    await press(texts.signUp)
    for (const text of [texts.noEmail, texts.noPassword, texts.noTerms]) expect(screen.getByText(text)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.email))
    expect(api.sent('POST /identity/users')).toEqual([])
  })

  test.inBoth('shows why sign-up failed, and a generic message when it fails unexpectedly', async () => {
    api.fail('POST /identity/users', 'email_taken', locale)
    open('/signup', locale)
    await fillIn()
    await press(texts.signUp)
    expect(await screen.findByText(texts.taken)).toBeDefined()
    api.fail('POST /identity/users', 'password_common', locale)
    await press(texts.signUp)
    expect(await screen.findByText(texts.common)).toBeDefined()
    api.answer({ 'POST /identity/users': brokenResponse })
    await press(texts.signUp)
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })

  test.each([
    ['wrong_credentials', {}, texts.wrong],
    ['sign_in_slowed', { seconds: 8 }, texts.slowed],
    ['email_unconfirmed', {}, texts.unconfirmed],
  ] as const)('shows the message for %s on sign-in', async (code, details, text) => {
    api.fail('POST /identity/sessions', code, locale, details)
    const { place } = open('/login', locale)
    await fillIn()
    await press(texts.signIn)
    expect(await screen.findByText(text)).toBeDefined()
    if (code !== 'email_unconfirmed') return
    await press(texts.again)
    await waitFor(() => expect(place()).toBe('/verify-email'))
    expect(await screen.findByText('a@b.example')).toBeDefined()
  })

  test('offers a sign-in link after too many attempts, with the same e-mail address and redirect', async () => {
    api.fail('POST /identity/sessions', 'sign_in_slowed', locale, { seconds: 8 })
    const { place } = open('/login?redirect=/balance', locale)
    await fillIn()
    await press(texts.signIn)
    await press(texts.link)
    await waitFor(() => expect(place()).toBe('/sign-in-link?redirect=%2Fbalance'))
    // The previous page has a field and a button with the same names.
    await waitFor(() => expect(screen.queryByLabelText(texts.password)).toBeNull())
    expect(await screen.findByLabelText(texts.email)).toHaveProperty('value', 'a@b.example')
    await press(texts.link)
    expect(await screen.findByText(texts.linkSent)).toBeDefined()
    expect(await screen.findByText(texts.in60)).toBeDefined()
    expect(api.sent('POST /identity/sign-in-links')).toEqual([{ email: 'a@b.example', redirect: '/balance' }])
  })

  test('signs in by link only after a click on the button', async () => {
    const { place } = open('/auth/sign-in?next=/balance#token=secret', locale)
    await screen.findByRole('button', { name: texts.enter })
    expect(api.sent('POST /identity/sessions/by-link')).toEqual([])
    await press(texts.enter)
    await waitFor(() => expect(place()).toBe('/balance'))
    expect(api.sent('POST /identity/sessions/by-link')).toEqual([{ token: 'secret' }])
  })

  test('rejects a used sign-in link and offers a new one', async () => {
    api.fail('POST /identity/sessions/by-link', 'sign_in_link_invalid', locale, { minutes: 15 })
    open('/auth/sign-in#token=secret', locale)
    await press(texts.enter)
    expect(await screen.findByText(texts.linkUsed)).toBeDefined()
    expect(screen.getByRole('link', { name: texts.link }).getAttribute('href')).toBe('/sign-in-link')
  })

  test('rejects a sign-in link without a token and shows no button', async () => {
    open('/auth/sign-in', locale)
    expect(await screen.findByText(texts.linkIncomplete)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.enter })).toBeNull()
  })

  test('resends the e-mail at most once per minute', async () => {
    const state = { email: 'a@b.example', role: 'creator', resendAt: Date.now() }
    open({ pathname: '/verify-email', state }, locale)
    await press(texts.resend)
    expect(await screen.findByText(texts.in60)).toBeDefined()
    expect(screen.getByRole('button', { name: texts.resend })).toHaveProperty('disabled', true)
    expect(api.sent('POST /identity/confirmations/resend')).toEqual([{ email: 'a@b.example' }])
  })

  test('shows how long to wait when an e-mail is requested too soon', async () => {
    api.fail('POST /identity/confirmations/resend', 'resend_too_soon', locale, { seconds: 30 })
    open({ pathname: '/verify-email', state: { email: 'a@b.example', resendAt: 0 } }, locale)
    await press(texts.resend)
    expect(await screen.findByText(texts.tooSoon)).toBeDefined()
  })

  test('rejects a used confirmation link and offers a new e-mail', async () => {
    api.fail('POST /identity/confirmations', 'confirmation_invalid', locale, { hours: 24 })
    open('/auth/confirm#token=secret', locale)
    await put(texts.password, 'correct horse')
    await press(texts.confirm)
    expect(await screen.findByText(texts.used)).toBeDefined()
    expect(screen.queryByLabelText(texts.password)).toBeNull()
    expect(screen.getByText(texts.dead)).toBeDefined()
    expect(screen.getByRole('link', { name: texts.again }).getAttribute('href')).toBe('/verify-email')
  })

  test('asks for a missing password on confirmation and sends no request', async () => {
    open('/auth/confirm#token=secret', locale)
    await press(texts.confirm)
    expect(screen.getByText(texts.passwordMissing)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.password))
    expect(api.sent('POST /identity/confirmations')).toEqual([])
  })

  test('keeps the form after a wrong password and explains what to do if someone else used the address', async () => {
    api.fail('POST /identity/confirmations', 'wrong_credentials', locale)
    open('/auth/confirm#token=secret', locale)
    await put(texts.password, 'wrong horse')
    await press(texts.confirm)
    expect((await screen.findByRole('alert')).textContent).toMatch(texts.confirmWrong)
    expect(screen.getByRole('link', { name: texts.signUpAgain }).getAttribute('href')).toBe('/signup')
    expect(screen.queryByText(texts.wrong)).toBeNull()
    expect(screen.getByRole('button', { name: texts.confirm })).toBeDefined()
  })

  test('marks the password field for password managers and shows no e-mail address', async () => {
    open('/auth/confirm#token=secret', locale)
    expect((await screen.findByLabelText(texts.password)).getAttribute('autocomplete')).toBe('current-password')
    expect(document.body.textContent).not.toContain('@')
  })

  test('resets the form when another confirmation link is opened in the same tab', async () => {
    api.fail('POST /identity/confirmations', 'confirmation_invalid', locale, { hours: 24 })
    const { go } = open('/auth/confirm#token=old', locale)
    await put(texts.password, 'correct horse')
    await press(texts.confirm)
    expect(await screen.findByText(texts.dead)).toBeDefined()
    act(() => go('/auth/confirm#token=new'))
    expect(await screen.findByLabelText(texts.password)).toHaveProperty('value', '')
    expect(screen.queryByText(texts.dead)).toBeNull()
  })

  test('rejects a confirmation link without a token and shows no button', async () => {
    open('/auth/confirm', locale)
    expect(await screen.findByText(texts.incomplete)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.confirm })).toBeNull()
  })

  test.inBoth('shows a generic message when confirmation fails unexpectedly', async () => {
    api.answer({ 'POST /identity/confirmations': brokenResponse })
    open('/auth/confirm#token=secret', locale)
    await put(texts.password, 'correct horse')
    await press(texts.confirm)
    expect(await screen.findByText(texts.confirmFailed)).toBeDefined()
  })

  test('shows the not-found page to a signed-in user at an unknown address', async () => {
    signInAs(me('creator'))
    open('/nowhere', locale)
    expect(await screen.findByText(texts.nothing)).toBeDefined()
  })

  test('shows the version and a summary of the Terms', async () => {
    open('/signup?role=brand', locale)
    const summary = await screen.findByText(texts.termsTitle)
    expect(summary.closest('details')?.querySelectorAll('li')).toHaveLength(4)
  })

  test.inBoth('tells creators how long an unresponsive network may delay their money', async () => {
    open('/signup?role=creator', locale)
    expect(await screen.findByText(texts.termsMoney)).toBeDefined()
  })

  test('translates a field’s error message after a language change', async () => {
    api.fail('POST /identity/users', 'invalid_input', locale, {}, [{ path: 'email', message: 'SAID BEFORE' }])
    open('/signup', locale)
    await fillIn()
    await press(texts.signUp)
    expect(await screen.findByText('SAID BEFORE')).toBeDefined()
    const other = locale === 'en' ? 'fr' : 'en'
    act(() => setLocale(other))
    expect(await screen.findByText(words[other].noEmail)).toBeDefined()
    expect(screen.queryByText('SAID BEFORE')).toBeNull()
  })
})

test('sends the selected role and the redirect on sign-up, then opens the e-mail page', async () => {
  const { place, state } = open('/signup?role=brand&redirect=/brand-dashboard')
  await type('E-mail', 'a@b.example')
  await type('Password', 'correct horse')
  await userEvent.click(screen.getByLabelText(words.en.terms))
  await press('Sign up')
  await waitFor(() => expect(place()).toBe('/verify-email'))
  expect(api.sent('POST /identity/users')).toEqual([
    { email: 'a@b.example', password: 'correct horse', role: 'brand', termsAccepted: true, redirect: '/brand-dashboard' },
  ])
  expect(state()).toMatchObject({ email: 'a@b.example', role: 'brand' })
})

test('sends the confirmation token only after a click on the button', async () => {
  const { place } = open('/auth/confirm?next=/balance#token=secret')
  await type('Password', 'correct horse')
  expect(api.sent('POST /identity/confirmations')).toEqual([])
  await press('Confirm and sign in')
  await waitFor(() => expect(place()).toBe('/balance'))
  expect(api.sent('POST /identity/confirmations')).toEqual([{ token: 'secret', password: 'correct horse' }])
})

// `access.test.ts` in web-kit tests every form of a hostile redirect.
describe.each(['//evil.example', '/\\evil.example'])('with the hostile redirect %s', (redirect) => {
  const query = encodeURIComponent(redirect)
  test('ignores the redirect on sign-in', async () => {
    const { place } = open(`/login?redirect=${query}`)
    await put('E-mail', 'a@b.example')
    await put('Password', 'correct horse')
    await press('Sign in')
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })
  test('leaves the redirect out of the sign-up request', async () => {
    open(`/signup?redirect=${query}`)
    await put('E-mail', 'a@b.example')
    await put('Password', 'correct horse')
    await userEvent.click(screen.getByLabelText(words.en.terms))
    await press('Sign up')
    await waitFor(() => expect(api.sent('POST /identity/users')).toHaveLength(1))
    expect(api.sent('POST /identity/users')[0]).not.toHaveProperty('redirect')
  })
  test('ignores the redirect in a sign-in link', async () => {
    const { place } = open(`/auth/sign-in?next=${query}#token=secret`)
    await press(words.en.enter)
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })
  test('ignores the redirect on confirmation', async () => {
    const { place } = open(`/auth/confirm?next=${query}#token=secret`)
    await put('Password', 'correct horse')
    await press('Confirm and sign in')
    await waitFor(() => expect(place()).toBe('/dashboard'))
  })
})

test('redirects a visitor from an unknown address to the start page', async () => {
  const { place } = open('/nowhere')
  await waitFor(() => expect(place()).toBe('/'))
})

test.each([
  ['/login', '/dashboard', me('creator')],
  ['/signup', '/admin', me('admin')],
  ['/login?redirect=/brand-dashboard', '/brand/form?redirect=%2Fbrand-dashboard', me('brand', false)],
])('redirects a signed-in user from %s to %s', async (from, to, who) => {
  signInAs(who)
  const { place } = open(from)
  await waitFor(() => expect(place()).toBe(to))
})

test('keeps the role and the redirect in the link from sign-in to sign-up', async () => {
  open('/login?role=brand&redirect=/brand-dashboard')
  const link = await screen.findByRole('link', { name: 'Sign up' })
  expect(link.getAttribute('href')).toBe('/signup?role=brand&redirect=%2Fbrand-dashboard')
})
