// @vitest-environment jsdom
import { brokenResponse, fill } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
    fresh: 'Enter your password to confirm that it’s you.',
    missing: 'Enter your current password.',
    wrong: 'Incorrect password.',
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
    fresh: 'Saisissez votre mot de passe pour confirmer votre identité.',
    missing: 'Saisissez votre mot de passe actuel.',
    wrong: 'Mot de passe incorrect.',
    first: /Vous n’avez pas encore de mot de passe/,
    failed: /Google n’a pas pu être dissocié/,
    loadFailed: /L’association avec Google n’a pas pu être chargée/,
    done: 'Google a été dissocié. Toutes les autres sessions ont été fermées.',
  },
} as const

const GET = 'GET /identity/google/connection'
const CONNECT = 'POST /identity/google/connections'
const DISCONNECT = 'DELETE /identity/google/connection'

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const texts = words[locale]

  test('connects Google, with the password if the sign-in is too long ago', async () => {
    api.answer({ [GET]: { available: true, hasPassword: true } })
    api.fail(CONNECT, 'fresh_sign_in_required', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.none)).toBeDefined()
    await press(texts.connect)
    expect(screen.queryByLabelText(texts.password)).toBeNull()
    await press(texts.connect)
    expect(await screen.findByText(texts.fresh)).toBeDefined()
    await press(texts.connect)
    expect(await screen.findByText(texts.missing)).toBeDefined()
    api.fail(CONNECT, 'wrong_password', locale)
    fill(screen.getByLabelText(texts.password), 'wrong horse')
    await press(texts.connect)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [CONNECT]: { url: `${location.origin}/#google` } })
    fill(screen.getByLabelText(texts.password), 'correct horse')
    await press(texts.connect)
    await waitFor(() => expect(location.hash).toBe('#google'))
    expect(api.sent(CONNECT)).toEqual([{}, { password: 'wrong horse' }, { password: 'correct horse' }])
  })

  test('disconnects Google', async () => {
    const connection = { available: true, hasPassword: true, email: 'nina@google.example' }
    api.answer({ [GET]: connection })
    api.answer({ [DISCONNECT]: brokenResponse })
    openApp('/account', locale)
    expect(await screen.findByText('nina@google.example')).toBeDefined()
    expect(screen.getByText(texts.connected)).toBeDefined()
    await press(texts.openDisconnect)
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    api.answer({ [GET]: { available: true, hasPassword: true }, [DISCONNECT]: () => new Response(null, { status: 204 }) })
    await press(texts.openDisconnect)
    expect(await screen.findByText(texts.none)).toBeDefined()
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
  })

  test('asks a user without a password to set one first', async () => {
    api.answer({ [GET]: { available: true, hasPassword: false, email: 'nina@google.example' } })
    open('/account', locale)
    await press(texts.openDisconnect)
    expect(screen.getByText(texts.first)).toBeDefined()
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
