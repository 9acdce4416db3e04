// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { api, me, open, openApp, press, signInAs, streams } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)

const words = {
  en: {
    title: 'Account',
    since: 'Creator since 2 Jun 2026',
    confirmed: 'Confirmed',
    inUse: 'In use since 4 Sept 2026',
    accepted: 'Version 1.1, accepted on 2 Jun 2026',
    changePassword: 'Change Password',
    cancelPassword: 'Cancel Password',
    changeLanguage: 'Change Language',
    current: 'Current password',
    next: 'New password',
    save: 'Change password',
    currentMissing: 'Enter your current password.',
    nextError: 'Enter 6 to 128 characters.',
    wrong: 'Incorrect password.',
    common: 'This password is too common. Please choose another one.',
    slowed: /Please try again in 8 s/,
    failed: 'We couldn’t change your password. Please try again.',
    done: 'Password changed. All other sessions have ended.',
    loadFailed: 'Your account settings didn’t load.',
    again: 'Try again',
    languageFailed: 'Your choice applies in this browser, but we couldn’t save it with your account.',
  },
  fr: {
    title: 'Compte',
    since: 'Créateur depuis le 2 juin 2026',
    confirmed: 'Confirmée',
    inUse: 'Utilisé depuis le 4 sept. 2026',
    accepted: 'Version 1.1, acceptée le 2 juin 2026',
    changePassword: 'Modifier Mot de passe',
    cancelPassword: 'Annuler Mot de passe',
    changeLanguage: 'Modifier Langue',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    save: 'Modifier le mot de passe',
    currentMissing: 'Saisissez votre mot de passe actuel.',
    nextError: 'Saisissez entre 6 et 128 caractères.',
    wrong: 'Mot de passe incorrect.',
    common: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
    slowed: /Veuillez réessayer dans 8 s/,
    failed: 'Votre mot de passe n’a pas pu être modifié. Veuillez réessayer.',
    done: 'Mot de passe modifié. Toutes les autres sessions ont été fermées.',
    loadFailed: 'Les paramètres de votre compte n’ont pas pu être chargés.',
    again: 'Réessayer',
    languageFailed: 'Votre choix s’applique à ce navigateur, mais n’a pas pu être enregistré dans votre compte.',
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]

  async function openPasswordForm() {
    signInAs(me('creator'))
    openApp('/account', locale)
    await press(texts.changePassword)
  }
  async function change(current = 'correct horse', next = 'fjord lantern 41') {
    fill(await screen.findByLabelText(texts.current), current)
    fill(screen.getByLabelText(texts.next), next)
    await press(texts.save)
  }

  test('shows the address and how long the account and its password have been in use', async () => {
    signInAs(me('creator'))
    open('/account', locale)
    for (const text of [texts.since, texts.confirmed, texts.inUse]) expect(await screen.findByText(text)).toBeDefined()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe(texts.title)
    expect(main.getAllByText('a@b.example').length).toBeGreaterThan(0)
  })

  test('shows which version of the Terms was accepted and when, with a link to its text', async () => {
    signInAs(me('creator'))
    open('/account', locale)
    const link = await screen.findByRole('link', { name: texts.accepted })
    expect(link.getAttribute('href')).toBe('/terms/1.1')
  })

  test('changes the password and closes the form', async () => {
    await openPasswordForm()
    api.answer({ 'PUT /identity/password': () => me('creator') })
    expect(document.activeElement).toBe(await screen.findByLabelText(texts.current))
    await change()
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
    expect(api.sent('PUT /identity/password')).toEqual([{ currentPassword: 'correct horse', password: 'fjord lantern 41' }])
    expect(screen.queryByLabelText(texts.current)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.changePassword }))
  })

  test('stays on the page when the old session is reported as ended before the new one arrives', async () => {
    await openPasswordForm()
    let answer: (user: ReturnType<typeof me>) => void = () => undefined
    const arrived = new Promise<ReturnType<typeof me>>((resolve) => {
      answer = resolve
    })
    api.answer({ 'PUT /identity/password': async () => Response.json(await arrived), 'GET /identity/session': {} })
    await change()
    act(() => streams.at(-1)?.emit('session-ended'))
    await waitFor(() => expect(api.sent('GET /identity/session').length).toBeGreaterThan(1))
    expect(await screen.findByLabelText(texts.current)).toBeDefined()
    answer(me('creator'))
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
  })

  test('marks missing fields and sends no request', async () => {
    await openPasswordForm()
    await press(texts.save)
    for (const text of [texts.currentMissing, texts.nextError]) expect(screen.getByText(text)).toBeDefined()
    expect(api.sent('PUT /identity/password')).toEqual([])
    await press(texts.cancelPassword)
    expect(screen.queryByLabelText(texts.current)).toBeNull()
  })

  test.each([
    ['wrong_password', {}, texts.wrong],
    ['password_common', {}, texts.common],
    ['sign_in_slowed', { seconds: 8 }, texts.slowed],
  ] as const)('shows the message for %s', async (code, details, text) => {
    await openPasswordForm()
    api.fail('PUT /identity/password', code, locale, details)
    await change()
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('shows a generic message when the change fails unexpectedly', async () => {
    await openPasswordForm()
    api.answer({ 'PUT /identity/password': brokenResponse })
    await change()
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })

  test('reports settings that do not load, and retries on click', async () => {
    signInAs(me('brand'))
    api.fail('GET /identity/account', 'unavailable', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.loadFailed)).toBeDefined()
    api.recover()
    await press(texts.again)
    expect(await screen.findByText(texts.inUse)).toBeDefined()
  })

  test('saves the language to the account, and shows a note if only this browser keeps it', async () => {
    signInAs(me('admin'))
    open('/account', locale)
    await press(texts.changeLanguage)
    const [other, name] = locale === 'en' ? (['fr', 'Français'] as const) : (['en', 'English'] as const)
    await userEvent.click(screen.getByRole('radio', { name }))
    expect(await screen.findByText(words[other].confirmed)).toBeDefined()
    await waitFor(() => expect(api.sent('PUT /identity/account/language')).toEqual([{ locale: other }]))
    expect(screen.queryByText(words[other].languageFailed)).toBeNull()
    api.fail('PUT /identity/account/language', 'unavailable', locale)
    await userEvent.click(screen.getByRole('radio', { name: locale === 'en' ? 'English' : 'Français' }))
    expect(await screen.findByText(texts.languageFailed)).toBeDefined()
  })
})

test('hides the Terms row from a user who has not accepted any', async () => {
  signInAs(me('admin'))
  api.answer({ 'GET /identity/account': { memberSince: '2026-06-02T10:00:00.000Z', passwordChangedAt: '2026-09-04T10:00:00.000Z' } })
  open('/account')
  await screen.findByText(words.en.inUse)
  expect(screen.queryByText('Terms')).toBeNull()
})

test.each(['creator', 'brand', 'admin'] as const)('links a %s’s account menu to the account page', async (role) => {
  signInAs(me(role))
  openApp('/account')
  await screen.findByText(words.en.inUse)
  expect(screen.getByText('Account settings').getAttribute('href')).toBe('/account')
})

test('opens the account page for a brand that has not registered yet', async () => {
  signInAs(me('brand', false))
  const { place } = open('/account')
  expect(await screen.findByText(words.en.inUse)).toBeDefined()
  expect(place()).toBe('/account')
})

test('redirects a visitor to sign-in and keeps the address', async () => {
  const { place } = open('/account')
  await waitFor(() => expect(place()).toBe('/login?redirect=%2Faccount'))
})

test.each(['sign-in', 'sessions', 'your-data', 'notifications'])('opens at #%s once the page has loaded', async (part) => {
  const shown: string[] = []
  Element.prototype.scrollIntoView = function () {
    shown.push(this.id)
  }
  signInAs(me('creator'))
  open(`/account#${part}`)
  await waitFor(() => expect(shown).toEqual([part]))
  expect(document.activeElement?.tagName).toBe('H2')
})

test('returns to the same section of the page after sign-in', async () => {
  const { place } = open('/account#your-data')
  await waitFor(() => expect(place()).toBe('/login?redirect=%2Faccount%23your-data'))
  fill(await screen.findByLabelText('E-mail'), 'a@b.example')
  fill(screen.getByLabelText('Password'), 'correct horse')
  await press('Sign in')
  await waitFor(() => expect(place()).toBe('/account#your-data'))
})

test('opens the section that a sign-in link names', async () => {
  const { place } = open('/auth/sign-in?next=%2Faccount%23your-data#token=secret')
  await press('Sign in')
  await waitFor(() => expect(place()).toBe('/account#your-data'))
})

test.each([
  ['GET /identity/second-factor', { hasPassword: true, isRequired: false }, 'Two-step sign-in', 'Off. You sign in without a code.'],
  ['GET /identity/google/connection', { available: true }, 'Google', 'Not connected'],
  ['GET /identity/data-exports/latest', {}, 'Download your data', 'Your data as a JSON file'],
] as const)('offers a retry in the row that did not load (%s)', async (path, answer, label, text) => {
  signInAs(me('creator'))
  api.fail(path, 'unavailable', 'en')
  open('/account')
  const retry = await screen.findByRole('button', { name: `Try again ${label}` })
  api.answer({ [path]: answer })
  await userEvent.click(retry)
  expect(await screen.findByText(text)).toBeDefined()
})

test('reserves space for a row that is loading', async () => {
  signInAs(me('creator'))
  let load = (_answer: object): void => undefined
  api.answer({ 'GET /identity/second-factor': () => new Promise<object>((resolve) => (load = resolve)) })
  open('/account')
  expect(await screen.findByText('Two-step sign-in')).toBeDefined()
  expect(screen.queryByText('Off. You sign in without a code.')).toBeNull()
  load({ hasPassword: true, isRequired: false })
  expect(await screen.findByText('Off. You sign in without a code.')).toBeDefined()
})
