// @vitest-environment jsdom
import { errorTable } from '@reelfair/contracts'
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { api, me, open, openApp, press, signInAs, streams } from '../../page.fixture.tsx'

beforeAll(() => import('../account-page.tsx'), 60_000)

const STATUS = 'GET /identity/account/deletion'
const ASK = 'POST /identity/account/deletion'
const FACTOR = 'GET /identity/second-factor'

const words = {
  en: {
    open: 'Delete account Delete account',
    title: 'Delete account',
    possible: 'Possible from 28 Nov, 02:00',
    blocked: 'You can’t delete your account yet',
    campaigns: /Campaigns you’re taking part in: 2 \(Fridge, Door\)\./,
    payable: /Available to transfer: €2.50/,
    invitations: /Open invitations: 1/,
    partnerships: /Partnerships not settled yet: 2/,
    waiveCredits: /I give up 12,000 credits/,
    waiveCents: /I give up €0.71/,
    waiveRefused: /I give up €2.50, which the payment provider refuses to pay out/,
    waivePayable: 'I give up €2.50, which I haven’t transferred.',
    transferFirst: '€2.50 is still in your balance',
    goToBalance: 'Go to your balance',
    waiveMissing: 'Tick this box to continue.',
    email: 'Type your e-mail address to confirm',
    emailMissing: 'Type a@b.example.',
    password: 'Current password',
    passwordMissing: 'Enter your current password.',
    wrong: 'Incorrect password.',
    confirm: 'Delete my account for good',
    failed: 'We couldn’t request the deletion. Please try again.',
    checkFailed: 'We couldn’t check whether you can delete your account.',
    code: 'Code from the app, or a recovery code',
    codeMissing: 'Enter a code.',
    wrongCode: /^This code is incorrect or has already been used/,
    fresh: /^Sign out and sign in again/,
    pending: 'Your account is being deleted',
    gone: 'Your account is deleted.',
  },
  fr: {
    open: 'Supprimer le compte Supprimer le compte',
    title: 'Supprimer le compte',
    possible: 'à partir du 28 nov., 02:00',
    blocked: 'Vous ne pouvez pas encore supprimer votre compte',
    campaigns: /Campagnes auxquelles vous participez : 2 \(Fridge, Door\)\./,
    payable: /Solde disponible : 2,50 €/,
    invitations: /Invitations encore ouvertes\s: 1/,
    partnerships: /Partenariats non clôturés\s: 2/,
    waiveCredits: /Je renonce à 12 000 crédits/,
    waiveCents: /Je renonce à 0,71 €/,
    waiveRefused: /Je renonce à 2,50 €, que le prestataire de paiement refuse de me verser/,
    waivePayable: /^Je renonce à mon solde disponible de 2,50\s€\.$/,
    transferFirst: /^Il vous reste 2,50\s€ sur votre solde$/,
    goToBalance: 'Aller à la page Solde',
    waiveMissing: 'Cochez cette case pour continuer.',
    email: 'Saisissez votre adresse e-mail pour confirmer',
    emailMissing: 'Saisissez a@b.example.',
    password: 'Mot de passe actuel',
    passwordMissing: 'Saisissez votre mot de passe actuel.',
    wrong: 'Mot de passe incorrect.',
    confirm: 'Supprimer définitivement mon compte',
    failed: 'La demande de suppression n’a pas pu être envoyée. Veuillez réessayer.',
    checkFailed: 'Nous n’avons pas pu vérifier si votre compte peut être supprimé.',
    code: 'Code de l’application, ou code de récupération',
    codeMissing: 'Saisissez un code.',
    wrongCode: /^Code incorrect ou déjà utilisé/,
    fresh: /^Déconnectez-vous, puis reconnectez-vous/,
    pending: 'Votre compte est en cours de suppression',
    gone: 'Votre compte est supprimé.',
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]
  beforeEach(() => signInAs(me('creator')))

  async function openForm() {
    openApp('/account', locale)
    await press(texts.open)
  }
  async function fillIn() {
    fill(await screen.findByLabelText(texts.email), ' A@b.example ')
    fill(screen.getByLabelText(texts.password), 'correct horse')
  }

  test('lists everything that prevents the deletion, and shows no form', async () => {
    api.answer({
      'GET /campaigns/deletion-obstacles': { obstacles: [{ reason: 'sign_ups_unsettled', amount: 2, names: ['Fridge', 'Door'] }] },
      'GET /partnerships/deletion-obstacles': {
        obstacles: [
          { reason: 'invitations_open', amount: 1 },
          { reason: 'partnerships_unsettled', amount: 2 },
        ],
      },
      'GET /payouts/deletion-obstacles': { obstacles: [{ reason: 'balance_payable', amount: 250 }] },
    })
    await openForm()
    expect(await screen.findByText(texts.blocked)).toBeDefined()
    for (const text of [texts.campaigns, texts.invitations, texts.partnerships, texts.payable]) expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByLabelText(texts.email)).toBeNull()
  })

  test('shows the dashed action with the date from which it is possible, if time alone removes all obstacles', async () => {
    const ends = (until: string) => ({ amount: 1, until })
    const work = {
      'GET /campaigns/deletion-obstacles': { obstacles: [{ reason: 'sign_ups_unsettled', ...ends('2026-11-28T01:00:00.000Z') }] },
      'GET /partnerships/deletion-obstacles': { obstacles: [{ reason: 'invitations_open', ...ends('2026-11-24T09:00:00.000Z') }] },
    }
    api.answer({ ...work, 'GET /payouts/deletion-obstacles': { obstacles: [{ reason: 'credits_held', amount: 710 }] } })
    await openForm()
    const button = await screen.findByRole('button', { name: texts.title, description: texts.possible })
    expect((button as HTMLButtonElement).disabled).toBe(true)

    api.answer({ 'GET /payouts/deletion-obstacles': { obstacles: [{ reason: 'balance_payable', amount: 250 }] } })
    act(() => streams.at(-1)?.emit('changed', { topic: 'balance' }))
    expect(await screen.findByText(texts.payable)).toBeDefined()
    // The creator may give up the balance, so the date remains.
    expect(screen.getByRole('button', { name: texts.title, description: texts.possible })).toBeDefined()
  })

  test('shows no date while the creator is still earning money, because nobody knows when it becomes available', async () => {
    api.answer({
      'GET /campaigns/deletion-obstacles': {
        obstacles: [{ reason: 'sign_ups_unsettled', amount: 1, until: '2026-11-28T01:00:00.000Z' }],
      },
      'GET /payouts/deletion-obstacles': { obstacles: [{ reason: 'earnings_held', amount: 2_500 }] },
    })
    await openForm()
    expect(await screen.findByText(texts.blocked)).toBeDefined()
    expect(screen.queryByText(texts.possible)).toBeNull()
  })

  test('asks for the address and the password, and sends nothing before they are complete', async () => {
    await openForm()
    await press(texts.confirm)
    expect(screen.queryByLabelText(texts.code)).toBeNull()
    for (const text of [texts.emailMissing, texts.passwordMissing]) expect(await screen.findByText(text)).toBeDefined()
    expect(api.sent(ASK)).toEqual([])
    api.fail(ASK, 'wrong_password', locale)
    await fillIn()
    await press(texts.confirm)
    expect(await screen.findByText(texts.wrong)).toBeDefined()
    api.answer({ [ASK]: brokenResponse })
    fill(screen.getByLabelText(texts.password), 'correct horse 2')
    await press(texts.confirm)
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })

  test('gives up credits and a small balance only with the boxes ticked', async () => {
    api.answer({
      'GET /payouts/deletion-obstacles': {
        obstacles: [
          { reason: 'credits_available', amount: 12_000 },
          { reason: 'balance_small', amount: 71 },
        ],
      },
      [ASK]: { state: 'pending', obstacles: [] },
    })
    await openForm()
    await fillIn()
    await press(texts.confirm)
    expect(await screen.findAllByText(texts.waiveMissing)).toHaveLength(2)
    for (const box of [texts.waiveCredits, texts.waiveCents]) await userEvent.click(screen.getByLabelText(box))
    await press(texts.confirm)
    const body = { email: 'A@b.example', password: 'correct horse', waives: { credits: 12_000, cents: 71 } }
    await waitFor(() => expect(api.sent(ASK)).toEqual([body]))
  })

  test('asks a user with two-step sign-in for a code too', async () => {
    const factor = { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false }
    api.answer({ [FACTOR]: factor })
    await openForm()
    await fillIn()
    await press(texts.confirm)
    expect(await screen.findByText(texts.codeMissing)).toBeDefined()
    expect(api.sent(ASK)).toEqual([])
    api.fail(ASK, 'wrong_code', locale)
    fill(screen.getByLabelText(texts.code), '123 456')
    await press(texts.confirm)
    expect(await screen.findByText(texts.wrongCode)).toBeDefined()
    const body = { email: 'A@b.example', password: 'correct horse', code: '123 456', waives: { credits: 0, cents: 0 } }
    expect(api.sent(ASK)).toEqual([body])
  })

  test('sends a code only once, because a retry after a lost response would be refused', async () => {
    api.answer({ [FACTOR]: { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false } })
    api.fail(ASK, 'unavailable', locale)
    await openForm()
    await fillIn()
    fill(screen.getByLabelText(texts.code), '123 456')
    await press(texts.confirm)
    expect(await screen.findByText(/^(This|Cette) part(ie)? (of|de) Reelfair/)).toBeDefined()
    expect(api.sent(ASK)).toHaveLength(1)
  })

  test('lets a creator give up a balance that the payment provider refuses to pay out', async () => {
    const obstacles = [{ reason: 'balance_refused', amount: 250 }]
    api.answer({ 'GET /payouts/deletion-obstacles': { obstacles }, [ASK]: { state: 'pending', obstacles: [] } })
    await openForm()
    await fillIn()
    await userEvent.click(screen.getByLabelText(texts.waiveRefused))
    await press(texts.confirm)
    await waitFor(() => expect(api.sent(ASK)).toMatchObject([{ waives: { credits: 0, cents: 250 } }]))
  })

  test('recommends transferring a balance, but lets a creator give it up with a box of its own', async () => {
    const obstacles = [{ reason: 'balance_payable', amount: 250 }]
    api.answer({ 'GET /payouts/deletion-obstacles': { obstacles }, [ASK]: { state: 'pending', obstacles: [] } })
    await openForm()
    expect(await screen.findByRole('heading', { name: texts.transferFirst })).toBeDefined()
    expect(screen.getByRole('link', { name: texts.goToBalance }).getAttribute('href')).toBe('/balance')
    await fillIn()
    await press(texts.confirm)
    expect(await screen.findByText(texts.waiveMissing)).toBeDefined()
    expect(api.sent(ASK)).toEqual([])
    await userEvent.click(screen.getByLabelText(texts.waivePayable))
    await press(texts.confirm)
    await waitFor(() => expect(api.sent(ASK)).toMatchObject([{ waives: { credits: 0, cents: 250 } }]))
  })

  test('tells a user without a password to sign in again', async () => {
    api.answer({ [FACTOR]: { hasPassword: false, isRequired: false } })
    api.fail(ASK, 'recent_sign_in_required', locale)
    await openForm()
    fill(await screen.findByLabelText(texts.email), 'a@b.example')
    expect(screen.queryByLabelText(texts.password)).toBeNull()
    await press(texts.confirm)
    expect(await screen.findByText(texts.fresh)).toBeDefined()
  })

  test('shows the pending deletion, and says goodbye when the session ends', async () => {
    api.answer({ [STATUS]: { state: 'pending', requestedAt: '2026-11-21T12:00:00.000Z', obstacles: [] } })
    openApp('/account', locale)
    expect(await screen.findByText(texts.pending)).toBeDefined()
    api.answer({ 'GET /identity/session': {} })
    act(() => streams.at(-1)?.emit('session-ended'))
    expect(await screen.findByText(texts.gone)).toBeDefined()
  })

  test('explains why a pending deletion was not possible', async () => {
    const status = (state: string, obstacles: object[] = []) => ({
      [STATUS]: { state, requestedAt: '2026-11-21T12:00:00.000Z', obstacles },
    })
    api.answer(status('blocked', [{ reason: 'balance_payable', amount: 250 }]))
    openApp('/account', locale)
    await screen.findByRole('button', { name: texts.open })
    // From an earlier visit.
    expect(screen.queryByText(texts.payable)).toBeNull()
    api.answer(status('pending'))
    act(() => streams.at(-1)?.emit('changed', { topic: 'session' }))
    expect(await screen.findByText(texts.pending)).toBeDefined()
    api.answer(status('blocked', [{ reason: 'balance_payable', amount: 250 }]))
    act(() => streams.at(-1)?.emit('changed', { topic: 'session' }))
    expect(await screen.findByText(texts.payable)).toBeDefined()
  })

  test('reports obstacles that do not load', async () => {
    api.fail('GET /payouts/deletion-obstacles', 'unavailable', locale)
    await openForm()
    expect(await screen.findByText(texts.checkFailed)).toBeDefined()
  })
})

test.each(['en', 'fr'] as const)('in %s: tells admins that only a command can delete their account', async (locale) => {
  signInAs(me('admin'))
  open('/account', locale)
  expect(await screen.findByText(errorTable.deletion_by_command[locale])).toBeDefined()
  expect(screen.queryByRole('button', { name: new RegExp({ en: 'Delete account', fr: 'Supprimer le compte' }[locale]) })).toBeNull()
  expect(api.requests.filter(({ what }) => what.endsWith('/deletion'))).toEqual([])
})
