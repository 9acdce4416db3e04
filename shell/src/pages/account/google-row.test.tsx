// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, me, open, openApp, press, signInAs } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)
beforeEach(() => signInAs(me('creator')))
afterEach(() => {
  location.hash = ''
})

const words = {
  en: {
    none: 'Not connected',
    connected: 'Connected',
    connect: 'Connect Google',
    openDisconnect: 'Disconnect Google',
    password: 'Current password',
    missing: 'Enter your current password.',
    wrong: 'Incorrect password.',
    code: 'Code from the app, or a recovery code',
    codeMissing: 'Enter a code.',
    wrongCode: /^This code is incorrect or has already been used/,
    connectFailed: /We couldn’t connect Google/,
    first: /You don’t have a password yet/,
    failed: /We couldn’t disconnect Google/,
    loadFailed: /We couldn’t load your Google connection/,
    done: 'Google disconnected. All other sessions have ended.',
  },
  fr: {
    none: 'Non associé',
    connected: 'Associé',
    connect: 'Associer Google',
    openDisconnect: 'Dissocier Google',
    password: 'Mot de passe actuel',
    missing: 'Saisissez votre mot de passe actuel.',
    wrong: 'Mot de passe incorrect.',
    code: 'Code de l’application, ou code de récupération',
    codeMissing: 'Saisissez un code.',
    wrongCode: /^Code incorrect ou déjà utilisé/,
    connectFailed: /Google n’a pas pu être associé/,
    first: /Vous n’avez pas encore de mot de passe/,
    failed: /Google n’a pas pu être dissocié/,
    loadFailed: /L’état de l’association avec Google n’a pas pu être chargé/,
    done: 'Le compte Google a été dissocié. Toutes les autres sessions ont été fermées.',
  },
} as const

const GET = 'GET /identity/google/connection'
const CONNECT = 'POST /identity/google/connections'
const DISCONNECT = 'POST /identity/google/disconnections'
const FACTOR = 'GET /identity/second-factor'

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('connects Google with the password', async () => {
    api.answer({ [GET]: { available: true } })
    open('/account', locale)
    expect(await screen.findByText(texts.none)).toBeDefined()
    await press(texts.connect)
    await screen.findByLabelText(texts.password)
    await press(texts.connect)
    expect(await screen.findByText(texts.missing)).toBeDefined()
    expect(screen.queryByLabelText(texts.code)).toBeNull()
    api.fail(CONNECT, 'wrong_password', locale)
    fill(screen.getByLabelText(texts.password), 'wrong horse')
    await press(texts.connect)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [CONNECT]: brokenResponse })
    fill(screen.getByLabelText(texts.password), 'horse')
    await press(texts.connect)
    expect(await screen.findByText(texts.connectFailed)).toBeDefined()
    api.answer({ [CONNECT]: { url: `${location.origin}/#google` } })
    fill(screen.getByLabelText(texts.password), 'correct horse')
    await press(texts.connect)
    await waitFor(() => expect(location.hash).toBe('#google'))
    expect(api.sent(CONNECT)).toEqual([{ password: 'wrong horse' }, { password: 'horse' }, { password: 'correct horse' }])
  })

  test('disconnects Google with the password', async () => {
    api.answer({ [GET]: { available: true, email: 'nina@google.example' } })
    api.fail(DISCONNECT, 'wrong_password', locale)
    openApp('/account', locale)
    expect(await screen.findByText('nina@google.example')).toBeDefined()
    expect(screen.getByText(texts.connected)).toBeDefined()
    await press(texts.openDisconnect)
    await screen.findByLabelText(texts.password)
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.missing)).toBeDefined()
    fill(screen.getByLabelText(texts.password), 'wrong horse')
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [DISCONNECT]: brokenResponse })
    fill(screen.getByLabelText(texts.password), 'horse')
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    api.answer({ [GET]: { available: true }, [DISCONNECT]: () => new Response(null, { status: 204 }) })
    fill(screen.getByLabelText(texts.password), 'correct horse')
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.none)).toBeDefined()
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
  })

  test('asks a user with two-step sign-in for a code too', async () => {
    api.answer({
      [GET]: { available: true, email: 'nina@google.example' },
      [FACTOR]: { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false },
    })
    api.fail(DISCONNECT, 'wrong_code', locale)
    open('/account', locale)
    await press(texts.openDisconnect)
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.codeMissing)).toBeDefined()
    fill(screen.getByLabelText(texts.code), '123 456')
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.wrongCode)).toBeDefined()
    expect(api.sent(DISCONNECT)).toEqual([{ password: 'correct horse', code: '123 456' }])
  })

  test('asks a user without a password to set one first', async () => {
    api.answer({ [GET]: { available: true, email: 'nina@google.example' }, [FACTOR]: { hasPassword: false, isRequired: false } })
    open('/account', locale)
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.first)).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.openDisconnect })).toBeNull()
  })

  test('reports a connection that does not load', async () => {
    api.fail(GET, 'unavailable', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.loadFailed)).toBeDefined()
  })
})

test('hides Google if the operator has not set it up', async () => {
  open('/account')
  await waitFor(() => expect(api.requests.some(({ what }) => what === GET)).toBe(true))
  expect(screen.queryByText('Google')).toBeNull()
})
