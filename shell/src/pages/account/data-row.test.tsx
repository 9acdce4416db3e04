// @vitest-environment jsdom
import { brokenResponse, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, me, open, press, signInAs, streams } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)
beforeEach(() => signInAs(me('creator')))

const words = {
  en: {
    none: 'Your data as a JSON file',
    open: 'Prepare a file Download your data',
    again: 'Prepare a new file Download your data',
    request: 'Prepare my data',
    preparing: 'Being prepared: 2 of 6 parts',
    mail: 'We’ll email you when the file is ready. You can close this page.',
    late: /This is taking longer than usual.*by 30 Nov, you can request it again here/,
    download: 'Download the file',
    next: /^You can request a new file from .+\.$/,
    failed: /We couldn’t prepare your last file/,
    password: 'Current password',
    passwordMissing: 'Enter your current password.',
    wrong: 'Incorrect password.',
    code: 'Code from the app, or a recovery code',
    codeMissing: 'Enter a code.',
    wrongCode: /^Incorrect code, or already used/,
    fresh: /^You sign in with Google/,
    recent: /^Sign out and sign in again/,
    requestFailed: 'We couldn’t request the file. Please try again.',
    formFailed: 'This form didn’t load.',
    soon: /You can request it again in 5 h/,
    loadFailed: /We couldn’t check whether a file is ready/,
    collected: 'Videos and views',
  },
  fr: {
    none: 'Vos données dans un fichier JSON',
    open: 'Préparer un fichier Télécharger vos données',
    again: 'Préparer un nouveau fichier Télécharger vos données',
    request: 'Préparer mes données',
    preparing: /^En préparation\s: 2 sur 6$/,
    mail: 'Nous vous enverrons un e-mail quand le fichier sera prêt. Vous pouvez fermer cette page.',
    late: /La préparation prend plus de temps.*prêt le 30 nov\., vous pourrez le demander/,
    download: 'Télécharger le fichier',
    next: /^Vous pourrez demander un nouveau fichier à partir du .+\.$/,
    failed: /Votre dernier fichier n’a pas pu être préparé/,
    password: 'Mot de passe actuel',
    passwordMissing: 'Saisissez votre mot de passe actuel.',
    wrong: 'Mot de passe incorrect.',
    code: 'Code de l’application, ou code de récupération',
    codeMissing: 'Saisissez un code.',
    wrongCode: /^Code incorrect ou déjà utilisé/,
    fresh: /^Vous vous connectez avec Google/,
    recent: /^Déconnectez-vous, puis reconnectez-vous/,
    requestFailed: 'Le fichier n’a pas pu être demandé. Veuillez réessayer.',
    formFailed: 'Ce formulaire n’a pas pu être chargé.',
    soon: /Vous pourrez les demander à nouveau dans 5 h/,
    loadFailed: /Nous n’avons pas pu vérifier si un fichier est prêt/,
    collected: 'Vidéos et vues',
  },
} as const

const GET = 'GET /identity/data-exports/latest'
const POST = 'POST /identity/data-exports'
const FACTOR = 'GET /identity/second-factor'
const preparing = {
  id: 'e1',
  state: 'preparing',
  requestedAt: '2026-11-23T10:00:00.000Z',
  arrived: ['identity', 'metrics'],
  isLate: false,
} as const
const ready = {
  ...preparing,
  state: 'ready',
  bytes: 2_400_000,
  readyUntil: '2126-11-30T10:00:00.000Z',
  nextAt: '2126-11-24T10:00:00.000Z',
} as const

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const texts = words[locale]

  test('requests a file, shows the parts collected so far, and offers the download when a live update arrives', async () => {
    open('/account', locale)
    expect(await screen.findByText(texts.none)).toBeDefined()
    await press(texts.open)
    api.answer({ [POST]: preparing, [GET]: { latest: preparing } })
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.request)
    expect(await screen.findByText(texts.preparing)).toBeDefined()
    expect(screen.getByText(texts.mail)).toBeDefined()
    expect(screen.getByText(texts.collected)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.open })).toBeNull()
    api.answer({ [GET]: { latest: ready } })
    act(() => streams.at(-1)?.emit('changed', { topic: 'data-exports' }))
    const link = await screen.findByText(texts.download)
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/identity/data-exports/e1/file', true])
    expect(screen.getByText(texts.next)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.again })).toBeNull()
    expect(api.sent(POST)).toEqual([{ password: 'correct horse' }])
  })

  test('asks for the password, and sends nothing without it', async () => {
    open('/account', locale)
    await press(texts.open)
    await press(texts.request)
    expect(await screen.findByText(texts.passwordMissing)).toBeDefined()
    expect(screen.queryByLabelText(texts.code)).toBeNull()
    expect(api.sent(POST)).toEqual([])
    api.fail(POST, 'wrong_password', locale)
    fill(screen.getByLabelText(texts.password), 'wrong horse')
    await press(texts.request)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [POST]: brokenResponse })
    fill(screen.getByLabelText(texts.password), 'correct horse')
    await press(texts.request)
    expect(await screen.findByText(texts.requestFailed)).toBeDefined()
  })

  test('asks a user with two-step sign-in for a code too', async () => {
    api.answer({ [FACTOR]: { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false } })
    open('/account', locale)
    await press(texts.open)
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.request)
    expect(await screen.findByText(texts.codeMissing)).toBeDefined()
    api.fail(POST, 'wrong_code', locale)
    fill(screen.getByLabelText(texts.code), '123 456')
    await press(texts.request)
    expect(await screen.findByText(texts.wrongCode)).toBeDefined()
    expect(api.sent(POST)).toEqual([{ password: 'correct horse', code: '123 456' }])
  })

  test('asks a user without a password for a recent sign-in', async () => {
    api.answer({ [FACTOR]: { hasPassword: false, isRequired: false } })
    api.fail(POST, 'recent_sign_in_required', locale)
    open('/account', locale)
    await press(texts.open)
    expect(await screen.findByText(texts.fresh)).toBeDefined()
    await press(texts.request)
    expect(await screen.findByText(texts.recent)).toBeDefined()
    expect(api.sent(POST)).toEqual([{}])
  })

  test('reports a form that does not load', async () => {
    api.fail(FACTOR, 'unavailable', locale)
    open('/account', locale)
    await press(texts.open)
    expect(await screen.findByText(texts.formFailed)).toBeDefined()
  })

  test('says what happens next when the preparation takes long', async () => {
    api.answer({ [GET]: { latest: { ...preparing, isLate: true } } })
    open('/account', locale)
    expect(await screen.findByText(texts.late)).toBeDefined()
  })

  test('offers another request after a failure and after 24 hours', async () => {
    api.answer({ [GET]: { latest: { ...preparing, state: 'failed', arrived: [], nextAt: '2026-11-24T10:00:00.000Z' } } })
    open('/account', locale)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    await press(texts.again)
    api.fail(POST, 'data_export_too_soon', locale, { hours: 5 })
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.request)
    expect(await screen.findByText(texts.soon)).toBeDefined()
  })

  test('reports a state that does not load', async () => {
    api.fail(GET, 'unavailable', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.loadFailed)).toBeDefined()
  })
})

test('sends a code only once, because a retry after a lost answer would be refused', async () => {
  api.answer({ [FACTOR]: { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false } })
  api.fail(POST, 'unavailable', 'en')
  open('/account')
  await press(words.en.open)
  fill(await screen.findByLabelText(words.en.password), 'correct horse')
  fill(screen.getByLabelText(words.en.code), '123 456')
  await press(words.en.request)
  expect(await screen.findByText(/^This part of Reelfair isn’t available/)).toBeDefined()
  expect(api.sent(POST)).toHaveLength(1)
})

test('keeps the download of a ready file next to a new request after 24 hours', async () => {
  api.answer({ [GET]: { latest: { ...ready, nextAt: '2026-11-24T10:00:00.000Z' } } })
  open('/account')
  expect(await screen.findByText(words.en.download)).toBeDefined()
  await waitFor(() => expect(screen.getByRole('button', { name: words.en.again })).toBeDefined())
})
