// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { api, me, open, press } from '../page.fixture.tsx'

beforeAll(() => import('./second-factor-page.tsx'), 60_000)

const words = {
  en: {
    title: 'Enter your code',
    app: 'Six-digit code',
    recovery: 'Recovery code',
    useRecovery: 'Use a recovery code instead',
    sixDigits: 'Enter the six digits.',
    all16: 'Enter all 16 letters and digits.',
    button: 'Sign in',
    wrong: /^This code is incorrect or has already been used/,
    slowed: 'Too many incorrect codes. Please try again in 8 s.',
    over: 'This sign-in has ended.',
    again: 'Sign in again',
    failed: 'We couldn’t sign you in. Please try again.',
  },
  fr: {
    title: 'Saisir votre code',
    app: 'Code à six chiffres',
    recovery: 'Code de récupération',
    useRecovery: 'Utiliser un code de récupération',
    sixDigits: 'Saisissez les six chiffres.',
    all16: 'Saisissez les 16 caractères (lettres et chiffres).',
    button: 'Se connecter',
    wrong: /^Code incorrect ou déjà utilisé/,
    slowed: 'Trop de codes incorrects. Veuillez réessayer dans 8 s.',
    over: 'Cette tentative de connexion n’est plus valable.',
    again: 'Se reconnecter',
    failed: 'La connexion a échoué. Veuillez réessayer.',
  },
} as const

const ANSWER = 'POST /identity/sessions/by-code'

describeInLanguages((locale, test) => {
  const texts = words[locale]
  const answer = async (code: string, label: string = texts.app) => {
    fill(await screen.findByLabelText(label), code)
    await press(texts.button)
  }

  test('signs in with the app’s code and opens the requested page', async () => {
    api.answer({ [ANSWER]: () => me('creator') })
    const { place } = open('/second-factor?redirect=%2Fterms', locale)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(texts.title)
    await answer('123 456')
    await waitFor(() => expect(place()).toBe('/terms'))
    expect(api.sent(ANSWER)).toEqual([{ code: '123 456' }])
  })

  test('accepts a recovery code instead, and checks the length of each kind', async () => {
    api.answer({ [ANSWER]: () => me('creator') })
    open('/second-factor', locale)
    await answer('12345')
    expect(screen.getByText(texts.sixDigits)).toBeDefined()
    await press(texts.useRecovery)
    await answer('123456', texts.recovery)
    expect(screen.getByText(texts.all16)).toBeDefined()
    expect(api.sent(ANSWER)).toEqual([])
    await answer('7KQ2-M4XW-ABCD-EFGH', texts.recovery)
    await waitFor(() => expect(api.sent(ANSWER)).toEqual([{ code: '7KQ2-M4XW-ABCD-EFGH' }]))
  })

  test.each([
    ['wrong_code', {}, texts.wrong],
    ['code_slowed', { seconds: 8 }, texts.slowed],
  ] as const)('shows the message for %s and keeps the form', async (code, details, text) => {
    api.fail(ANSWER, code, locale, details)
    open('/second-factor', locale)
    await answer('123456')
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByLabelText(texts.app)).toBeDefined()
  })

  test('links back to sign-in when the challenge is over, and keeps the redirect', async () => {
    api.fail(ANSWER, 'challenge_invalid', locale)
    open('/second-factor?redirect=%2Fbalance', locale)
    await answer('123456')
    expect(await screen.findByText(texts.over)).toBeDefined()
    expect(screen.getByRole('link', { name: texts.again }).getAttribute('href')).toBe('/login?redirect=%2Fbalance')
  })

  test('shows a generic message when the request fails unexpectedly', async () => {
    api.answer({ [ANSWER]: brokenResponse })
    open('/second-factor', locale)
    await answer('123456')
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('opens the dashboard instead of %s', async (redirect) => {
  api.answer({ [ANSWER]: () => me('creator') })
  const { place } = open(`/second-factor?redirect=${encodeURIComponent(redirect)}`, 'en')
  fill(await screen.findByLabelText(words.en.app), '123456')
  await press(words.en.button)
  await waitFor(() => expect(place()).toBe('/dashboard'))
})

const asked = () => Response.json({ secondStep: true }, { status: 202 })
const steps = {
  'the password': ['/login?redirect=%2Fbalance', 'POST /identity/sessions', 'Sign in', '?redirect=%2Fbalance'],
  'a sign-in link': ['/auth/sign-in?next=%2Fbalance#token=t', 'POST /identity/sessions/by-link', 'Sign in', '?redirect=%2Fbalance'],
  'a confirmation link': ['/auth/confirm#token=t', 'POST /identity/confirmations', 'Confirm and sign in', ''],
  'a password reset': ['/reset-password#token=t', 'POST /identity/password-resets/confirm', 'Save and sign in', ''],
  Google: ['/auth/google?state=s&code=c', 'POST /identity/google/callbacks', undefined, '?redirect=%2Fbalance'],
} as const

test.each(Object.entries(steps))('asks for a code after %s, and keeps the redirect', async (way, [page, path, button, search]) => {
  api.answer({ [path]: way === 'Google' ? { outcome: 'second-step', redirect: '/balance' } : asked })
  const { place } = open(page)
  if (button) await screen.findByRole('button', { name: button })
  for (const label of ['E-mail', 'Password', 'New password', 'Repeat the new password']) {
    const field = screen.queryByLabelText(label)
    if (field) fill(field, label === 'E-mail' ? 'a@b.example' : 'fjord lantern 41')
  }
  if (button) await press(button)
  await waitFor(() => expect(place()).toBe(`/second-factor${search}`))
  expect(await screen.findByLabelText('Six-digit code')).toBeDefined()
})
