// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect } from 'vitest'
import { api, me, open, openApp, press, signInAs, streams } from '../page.fixture.tsx'

beforeAll(() => Promise.all([import('./account-page.tsx'), import('./sections/qr-code.tsx')]), 60_000)
beforeEach(() => signInAs(me('creator')))

const words = {
  en: {
    off: 'Off. You sign in without a code.',
    first: 'Set up two-step sign-in to open the admin pages.',
    toFactor: 'Go to two-step sign-in',
    required: /^Required for administrators/,
    setUp: 'Set up Two-step sign-in',
    change: 'Change Two-step sign-in',
    password: 'Current password',
    missing: 'Enter your current password.',
    start: 'Show the QR code',
    qr: /^QR code for your authenticator app/,
    code: 'Code from the app',
    codeError: 'Enter the six digits that the app shows.',
    confirm: 'Turn on',
    again: 'Start again',
    codes: /^Save your recovery codes now/,
    download: 'Download',
    saved: 'I’ve saved the codes',
    since: 'Since 4 Sept 2026. Unused recovery codes: 9 of 10.',
    on: 'On',
    anyCode: 'Code from the app, or a recovery code',
    renew: 'Create new codes',
    remove: 'Turn off',
    removeButton: 'Turn off two-step sign-in',
    removed: 'Two-step sign-in is off.',
    wrong: /^This code is incorrect or has already been used/,
    failed: 'That didn’t work. Please try again.',
    loadFailed: /^We couldn’t load two-step sign-in/,
    recent: /^Sign out and sign in again/,
  },
  fr: {
    off: 'Désactivée. Vous vous connectez sans code.',
    first: 'Activez la connexion en deux étapes pour ouvrir les pages d’administration.',
    toFactor: 'Configurer la connexion en deux étapes',
    required: /^Obligatoire pour les administrateurs/,
    setUp: 'Activer Connexion en deux étapes',
    change: 'Modifier Connexion en deux étapes',
    password: 'Mot de passe actuel',
    missing: 'Saisissez votre mot de passe actuel.',
    start: 'Afficher le code QR',
    qr: /^Code QR pour votre application/,
    code: 'Code de l’application',
    codeError: 'Saisissez les six chiffres affichés par l’application.',
    confirm: 'Activer',
    again: 'Recommencer',
    codes: /^Enregistrez vos codes de récupération maintenant/,
    download: 'Télécharger',
    saved: 'J’ai enregistré les codes',
    since: 'Depuis le 4 sept. 2026. Codes de récupération restants : 9 sur 10.',
    on: 'Activée',
    anyCode: 'Code de l’application, ou code de récupération',
    renew: 'Créer de nouveaux codes',
    remove: 'Désactiver',
    removeButton: 'Désactiver la connexion en deux étapes',
    removed: 'La connexion en deux étapes est désactivée.',
    wrong: /^Code incorrect ou déjà utilisé/,
    failed: 'L’opération a échoué. Veuillez réessayer.',
    loadFailed: /^Les informations sur la connexion en deux étapes n’ont pas pu être chargées/,
    recent: /^Déconnectez-vous, puis reconnectez-vous/,
  },
} as const

const GET = 'GET /identity/second-factor'
const START = 'POST /identity/second-factor/enrolments'
const ADD = 'POST /identity/second-factor'
const RENEW = 'POST /identity/second-factor/recovery-codes'
const REMOVE = 'POST /identity/second-factor/removals'

const off = { hasPassword: true, isRequired: false }
const on = { ...off, addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9 }
const offer = { enrolment: 'sealed', secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', url: 'otpauth://totp/Reelfair:a@b.example?secret=ABCD' }
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDD${String.fromCharCode(65 + n)}`)

describeInLanguages((locale, test) => {
  const texts = words[locale]

  async function openSetUp(query = '') {
    const app = openApp(`/account${query}`, locale)
    await press(texts.setUp)
    return app
  }
  async function enterPassword() {
    api.answer({ [START]: offer })
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    await press(texts.start)
    return screen.findByLabelText(texts.code)
  }
  async function askForOffer() {
    await openSetUp()
    return enterPassword()
  }

  test('turns two-step sign-in on and shows the recovery codes once', async () => {
    const code = await askForOffer()
    const picture = await screen.findByRole('img', { name: texts.qr })
    expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toContain('<svg')
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeDefined()
    await press(texts.confirm)
    expect(screen.getByText(texts.codeError)).toBeDefined()
    fill(code, '123 456')
    api.answer({ [ADD]: { recoveryCodes }, [GET]: { ...on, recoveryCodesLeft: 10 } })
    await press(texts.confirm)
    expect(await screen.findByText(texts.codes)).toBeDefined()
    expect(await screen.findByText(texts.on)).toBeDefined()
    for (const one of recoveryCodes) expect(screen.getByText(one)).toBeDefined()
    const link = screen.getByRole('link', { name: texts.download })
    expect(link.getAttribute('download')).toBe('reelfair-recovery-codes.txt')
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(recoveryCodes.join('\n'))
    await press(texts.saved)
    expect(screen.queryByText('AAAA-BBBB-CCCC-DDDA')).toBeNull()
    expect(api.sent(START)).toEqual([{ password: 'correct horse' }])
    expect(api.sent(ADD)).toEqual([{ enrolment: 'sealed', code: '123 456' }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.change }))
  })

  test('stays on the page when the old session is reported as ended before the new one arrives', async () => {
    fill(await askForOffer(), '123456')
    let answer: (output: object) => void = () => undefined
    const arrived = new Promise<object>((resolve) => {
      answer = resolve
    })
    const session = 'GET /identity/session'
    api.answer({ [ADD]: async () => Response.json(await arrived), [session]: {} })
    const askedBefore = api.sent(session).length
    await press(texts.confirm)
    act(() => streams.at(-1)?.emit('session-ended'))
    await waitFor(() => expect(api.sent(session).length).toBeGreaterThan(askedBefore))
    signInAs(me('creator'))
    api.answer({ [GET]: { ...on, recoveryCodesLeft: 10 } })
    answer({ recoveryCodes })
    expect(await screen.findByText(texts.codes)).toBeDefined()
    expect(await screen.findByText(texts.on)).toBeDefined()
  })

  test('requires the password, and shows a message if setup cannot start', async () => {
    await openSetUp()
    await press(texts.start)
    expect(screen.getByText(texts.missing)).toBeDefined()
    expect(api.sent(START)).toEqual([])
    fill(screen.getByLabelText(texts.password), 'x')
    api.answer({ [START]: brokenResponse })
    await press(texts.start)
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })

  test('asks a user without a password for a recent sign-in', async () => {
    api.answer({ [GET]: { hasPassword: false, isRequired: false } })
    api.fail(START, 'recent_sign_in_required', locale)
    await openSetUp()
    expect(screen.queryByLabelText(texts.password)).toBeNull()
    await press(texts.start)
    expect(await screen.findByText(texts.recent)).toBeDefined()
    expect(api.sent(START)).toEqual([{}])
  })

  test('offers a new QR code when the old one has expired', async () => {
    fill(await askForOffer(), '123456')
    api.fail(ADD, 'wrong_code', locale)
    await press(texts.confirm)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.fail(ADD, 'enrolment_invalid', locale, { minutes: 10 })
    fill(screen.getByLabelText(texts.code), '234567')
    await press(texts.confirm)
    await press(texts.again)
    expect(await screen.findByLabelText(texts.password)).toBeDefined()
  })

  async function openChange() {
    api.answer({ [GET]: on })
    openApp('/account', locale)
    expect(await screen.findByText(texts.since)).toBeDefined()
    await press(texts.change)
    fill(await screen.findByLabelText(texts.password), 'correct horse')
    fill(screen.getByLabelText(texts.anyCode), '123456')
  }
  const proof = { password: 'correct horse', code: '123456' }

  test('shows new recovery codes', async () => {
    await openChange()
    api.answer({ [RENEW]: { recoveryCodes } })
    await press(texts.renew)
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDJ')).toBeDefined()
    expect(api.sent(RENEW)).toEqual([proof])
  })

  test('turns two-step sign-in off, and shows why a request is refused', async () => {
    await openChange()
    await userEvent.click(screen.getByRole('radio', { name: texts.remove }))
    api.fail(REMOVE, 'wrong_code', locale)
    await press(texts.removeButton)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [REMOVE]: () => new Response(null, { status: 204 }), [GET]: off })
    await press(texts.removeButton)
    expect((await screen.findAllByText(texts.removed)).length).toBeGreaterThan(0)
    expect(await screen.findByText(texts.off)).toBeDefined()
    expect(api.sent(REMOVE)).toEqual([proof, proof])
    expect(api.sent(RENEW)).toEqual([])
  })

  test('reports a state that fails to load', async () => {
    api.fail(GET, 'unavailable', locale)
    open('/account', locale)
    expect(await screen.findByText(texts.loadFailed)).toBeDefined()
  })

  test('redirects an admin who needs two-step sign-in from the admin pages to the account page', async () => {
    signInAs(me('admin', false))
    api.answer({ [GET]: { ...off, isRequired: true } })
    const { place } = openApp('/admin/settings?a=1', locale)
    await waitFor(() => expect(place()).toBe('/account?redirect=%2Fadmin%2Fsettings%3Fa%3D1'))
    expect(await screen.findByText(texts.required)).toBeDefined()
    expect(await screen.findByRole('button', { name: texts.setUp })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^(?:Reviews|Vérifications)$/ })).toBeNull()
    expect(screen.getByRole('heading', { name: texts.first })).toBeDefined()
    expect(screen.getByRole('link', { name: texts.toFactor }).getAttribute('href')).toBe(
      '/account?redirect=%2Fadmin%2Fsettings%3Fa%3D1#sign-in',
    )
  })

  test.each([
    ['%2Fadmin%2Fsettings%3Fa%3D1', '/admin/settings?a=1'],
    ['%2F%2Felsewhere.example', '/account?redirect=%2F%2Felsewhere.example'],
  ])('after setup with the return path %s, leads to %s', async (redirect, expected) => {
    signInAs(me('admin', false))
    const { place } = await openSetUp(`?redirect=${redirect}`)
    fill(await enterPassword(), '123456')
    signInAs(me('admin'))
    api.answer({ [ADD]: { recoveryCodes }, [GET]: { ...on, recoveryCodesLeft: 10 } })
    await press(texts.confirm)
    expect(place()).toBe(`/account?redirect=${redirect}`)
    await press(texts.saved)
    await waitFor(() => expect(place()).toBe(expected))
  })
})
