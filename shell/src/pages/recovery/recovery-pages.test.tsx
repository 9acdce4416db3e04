// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { api, me, open, openApp, press, signInAs } from '../page.fixture.tsx'

beforeAll(
  () => Promise.all([import('./forgot-password-page.tsx'), import('./reset-password-page.tsx'), import('./change-email-page.tsx')]),
  60_000,
)

const words = {
  en: {
    forgotLink: /^Forgot your password\?$/,
    email: 'E-mail',
    emailMissing: 'Enter your e-mail address.',
    ask: 'Email me a reset link',
    sent: /If there’s an account for this address, we’ve emailed a reset link to/,
    withCode: /With two-step sign-in, you’ll first enter a code\.$/,
    done: 'If there’s an account for this address, a reset link is on its way.',
    tooSoon: /You can request another one in 30\ss/,
    again: 'Send it again',
    in60: /^Try again in (?:60|5\d) s$/,
    back: 'Back to sign-in',
    password: 'New password',
    repeat: 'Repeat the new password',
    passwordError: 'Enter 6 to 128 characters.',
    repeatError: 'Passwords do not match.',
    save: 'Save and sign in',
    updated: 'Password updated.',
    common: 'This password is too common. Please choose another one.',
    failed: 'We couldn’t update your password. Please try again.',
    dead: 'This link no longer works.',
    resetUsed: /has already been used, was replaced by a newer one, or is more than 30 minutes old/,
    incomplete: /This link is incomplete/,
    newLink: 'Request a new link',
    common5: 'Strength: too easy to guess',
    weak: 'Strength: weak. Make it longer.',
    strong: 'Strength: strong',
    none: 'Strength: at least 6 characters',
    ownPassword: 'Your account password',
    ownMissing: 'Enter your password.',
    confirm: 'Confirm this address',
    changed: /Your e-mail address is now/,
    changeUsed: /has already been used, was replaced by a newer one, or is more than 24 hours old/,
    wrong: 'Incorrect password.',
    taken: 'An account with this email already exists.',
    changeFailed: 'We couldn’t confirm the address. Please try again.',
    openEmail: 'Change E-mail address',
    newEmail: 'New e-mail address',
    code: 'Code from the app, or a recovery code',
    codeMissing: 'Enter a code.',
    passwordFirst: /^You don’t have a password yet. Before you change your e-mail address/,
    current: 'Current password',
    currentMissing: 'Enter your current password.',
    newEmailError: 'Enter an e-mail address, for example anna@example.com.',
    askChange: 'Email me a link',
    changeSent: 'If no other account uses this address, we’ve emailed a link to new@b.example.',
    askFailed: 'We couldn’t request the change. Please try again.',
  },
  fr: {
    forgotLink: /^Mot de passe oublié\s\?$/,
    email: 'E-mail',
    emailMissing: 'Saisissez votre adresse e-mail.',
    ask: 'Recevoir un lien de réinitialisation',
    sent: /Si un compte existe pour cette adresse, nous avons envoyé un lien de réinitialisation à/,
    withCode: /Si vous utilisez la connexion en deux étapes, un code vous sera d’abord demandé\.$/,
    done: 'Si un compte existe pour cette adresse, un lien de réinitialisation vient d’y être envoyé.',
    tooSoon: /Vous pourrez en demander un autre dans 30\ss/,
    again: 'Renvoyer',
    in60: /^Nouvel envoi possible dans (?:60|5\d) s$/,
    back: 'Retour à la connexion',
    password: 'Nouveau mot de passe',
    repeat: 'Confirmer le nouveau mot de passe',
    passwordError: 'Saisissez entre 6 et 128 caractères.',
    repeatError: 'Les mots de passe ne correspondent pas.',
    save: 'Enregistrer et se connecter',
    updated: 'Mot de passe mis à jour.',
    common: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
    failed: 'Votre mot de passe n’a pas pu être mis à jour. Veuillez réessayer.',
    dead: 'Ce lien ne fonctionne plus.',
    resetUsed: /a déjà été utilisé, a été remplacé par un plus récent ou date de plus de 30 minutes/,
    incomplete: /Ce lien est incomplet/,
    newLink: 'Demander un nouveau lien',
    common5: 'Robustesse : insuffisante (trop facile à deviner)',
    weak: 'Robustesse : faible. Allongez le mot de passe.',
    strong: 'Robustesse : forte',
    none: 'Robustesse : au moins 6 caractères',
    ownPassword: 'Mot de passe de votre compte',
    ownMissing: 'Saisissez votre mot de passe.',
    confirm: 'Confirmer cette adresse',
    changed: /Votre adresse e-mail est désormais/,
    changeUsed: /a déjà été utilisé, a été remplacé par un plus récent ou date de plus de 24 heures/,
    wrong: 'Mot de passe incorrect.',
    taken: 'Un compte existe déjà avec cette adresse e-mail.',
    changeFailed: 'L’adresse n’a pas pu être confirmée. Veuillez réessayer.',
    openEmail: 'Modifier Adresse e-mail',
    newEmail: 'Nouvelle adresse e-mail',
    code: 'Code de l’application, ou code de récupération',
    codeMissing: 'Saisissez un code.',
    passwordFirst: /^Vous n’avez pas encore de mot de passe. Avant de changer d’adresse e-mail/,
    current: 'Mot de passe actuel',
    currentMissing: 'Saisissez votre mot de passe actuel.',
    newEmailError: 'Saisissez une adresse e-mail, par exemple anna@example.com.',
    askChange: 'Recevoir un lien',
    changeSent: 'Si aucun autre compte n’utilise cette adresse, nous avons envoyé un lien à new@b.example.',
    askFailed: 'La demande n’a pas pu être envoyée. Veuillez réessayer.',
  },
} as const

const NEW = 'fjord lantern 41'
const put = async (label: string | RegExp, text: string) => fill(await screen.findByLabelText(label), text)

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('links from sign-in to the reset request, with the role and the redirect', async () => {
    open('/login?role=brand&redirect=/brand-dashboard', locale)
    const link = await screen.findByRole('link', { name: texts.forgotLink })
    expect(link.getAttribute('href')).toBe('/forgot-password?role=brand&redirect=%2Fbrand-dashboard')
  })

  test('requests a reset link and shows the same page for every address', async () => {
    openApp('/forgot-password', locale)
    await press(texts.ask)
    expect(await screen.findByText(texts.emailMissing)).toBeDefined()
    await put(texts.email, 'a@b.example')
    await press(texts.ask)
    expect(await screen.findByText(texts.sent)).toBeDefined()
    expect(screen.getByText(texts.withCode)).toBeDefined()
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
    expect(await screen.findByText(texts.in60)).toBeDefined()
    expect(screen.getByRole('button', { name: texts.again })).toHaveProperty('disabled', true)
    expect(screen.getByRole('link', { name: texts.back }).getAttribute('href')).toBe('/login')
    expect(api.sent('POST /identity/password-resets')).toEqual([{ email: 'a@b.example' }])
  })

  test('shows how long to wait when a reset link is requested too soon', async () => {
    api.fail('POST /identity/password-resets', 'resend_too_soon', locale, { seconds: 30 })
    open('/forgot-password', locale)
    await put(texts.email, 'a@b.example')
    await press(texts.ask)
    expect(await screen.findByText(texts.tooSoon)).toBeDefined()
  })

  const sentBesidesCheck = () => api.writes().filter(({ what }) => what !== 'POST /identity/link-checks')

  async function reset(password: string = NEW, repeat = password) {
    await put(texts.password, password)
    await put(texts.repeat, repeat)
    await press(texts.save)
  }

  test('uses the reset link only when the form is submitted, then shows that the password was updated', async () => {
    open('/reset-password#token=secret', locale)
    await screen.findByLabelText(texts.password)
    expect(sentBesidesCheck()).toEqual([])
    await reset()
    expect(await screen.findByText(texts.updated)).toBeDefined()
    expect(api.sent('POST /identity/password-resets/confirm')).toEqual([{ token: 'secret', password: NEW }])
  })

  test.inBoth('marks a short password and a repetition that does not match, and sends no request', async () => {
    open('/reset-password#token=secret', locale)
    await reset('short', 'shorter')
    for (const text of [texts.passwordError, texts.repeatError]) expect(screen.getByText(text)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(texts.password))
    expect(sentBesidesCheck()).toEqual([])
  })

  test('rejects an invalid reset link and offers a new one', async () => {
    api.fail('POST /identity/password-resets/confirm', 'reset_link_invalid', locale, { minutes: 30 })
    open('/reset-password#token=secret', locale)
    await reset()
    expect(await screen.findByText(texts.resetUsed)).toBeDefined()
    expect(screen.getByText(texts.dead)).toBeDefined()
    expect(screen.getByRole('link', { name: texts.newLink }).getAttribute('href')).toBe('/forgot-password')
    expect(screen.queryByLabelText(texts.password)).toBeNull()
  })

  test.each(['/reset-password', '/auth/change-email'])('shows no form at %s without a token', async (address) => {
    open(address, locale)
    expect(await screen.findByText(texts.incomplete)).toBeDefined()
    expect(document.querySelector('input')).toBeNull()
  })

  test('shows the message for a common password, and a generic one when the reset fails unexpectedly', async () => {
    api.fail('POST /identity/password-resets/confirm', 'password_common', locale)
    open('/reset-password#token=secret', locale)
    await reset()
    expect(await screen.findByText(texts.common)).toBeDefined()
    api.answer({ 'POST /identity/password-resets/confirm': brokenResponse })
    await reset(`${NEW}!`)
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })

  test('resets the form when another link is opened in the same tab', async () => {
    api.fail('POST /identity/password-resets/confirm', 'reset_link_invalid', locale, { minutes: 30 })
    const { go } = open('/reset-password#token=old', locale)
    await reset()
    expect(await screen.findByText(texts.dead)).toBeDefined()
    act(() => go('/reset-password#token=new'))
    expect(await screen.findByLabelText(texts.password)).toHaveProperty('value', '')
  })

  test.each(['/reset-password#token=secret', '/signup'])('shows the strength of a password while it is typed at %s', async (address) => {
    open(address, locale)
    const label = address === '/signup' ? { en: 'Password', fr: 'Mot de passe' }[locale] : texts.password
    await put(label, 'abc')
    expect(screen.getByText(texts.none)).toBeDefined()
    await put(label, 'Password2026!')
    expect(screen.getByText(texts.common5)).toBeDefined()
    await put(label, 'fjordlamp')
    expect(screen.getByText(texts.weak)).toBeDefined()
    await put(label, NEW)
    expect(screen.getByText(texts.strong)).toBeDefined()
  })

  test('confirms a new address with the password', async () => {
    open('/auth/change-email#token=secret', locale)
    await press(texts.confirm)
    expect(await screen.findByText(texts.ownMissing)).toBeDefined()
    expect(sentBesidesCheck()).toEqual([])
    await put(texts.ownPassword, 'correct horse')
    await press(texts.confirm)
    expect(await screen.findByText(texts.changed)).toBeDefined()
    expect(screen.getByText('new@b.example')).toBeDefined()
    expect(api.sent('POST /identity/email-changes/confirm')).toEqual([{ token: 'secret', password: 'correct horse' }])
  })

  test.each([
    ['email_change_invalid', { hours: 24 }, texts.changeUsed],
    ['wrong_password', {}, texts.wrong],
    ['email_taken', {}, texts.taken],
  ] as const)('shows the message for %s when a new address is confirmed', async (code, details, text) => {
    api.fail('POST /identity/email-changes/confirm', code, locale, details)
    open('/auth/change-email#token=secret', locale)
    await put(texts.ownPassword, 'correct horse')
    await press(texts.confirm)
    expect(await screen.findByText(text)).toBeDefined()
    if (code === 'email_change_invalid') expect(screen.getByRole('link', { name: texts.newLink }).getAttribute('href')).toBe('/account')
  })

  test('shows a generic message when the confirmation fails unexpectedly', async () => {
    api.answer({ 'POST /identity/email-changes/confirm': brokenResponse })
    open('/auth/change-email#token=secret', locale)
    await put(texts.ownPassword, 'correct horse')
    await press(texts.confirm)
    expect(await screen.findByText(texts.changeFailed)).toBeDefined()
  })

  async function askForChange() {
    await put(texts.newEmail, ' new@b.example ')
    await put(texts.current, 'correct horse')
    await press(texts.askChange)
  }

  test('requests a change of address on the account page, and delays a second request', async () => {
    signInAs(me('creator'))
    open('/account', locale)
    await press(texts.openEmail)
    await press(texts.askChange)
    for (const text of [texts.newEmailError, texts.currentMissing]) expect(screen.getByText(text)).toBeDefined()
    expect(api.writes()).toEqual([])
    await askForChange()
    expect(await screen.findByText(texts.changeSent)).toBeDefined()
    expect(screen.getByRole('button', { name: texts.again })).toHaveProperty('disabled', true)
    expect(screen.getByText(texts.in60)).toBeDefined()
    expect(api.sent('POST /identity/email-changes')).toEqual([{ email: 'new@b.example', password: 'correct horse' }])
  })

  test('asks a user with two-step sign-in for a code, and for another one to send the link again', async () => {
    signInAs(me('creator'))
    const factor = { addedAt: '2026-09-04T10:00:00.000Z', recoveryCodesLeft: 9, hasPassword: true, isRequired: false }
    api.answer({
      'GET /identity/second-factor': factor,
      'POST /identity/email-changes': { email: 'new@b.example', resendAfterSeconds: 0 },
    })
    open('/account', locale)
    await press(texts.openEmail)
    await askForChange()
    expect(await screen.findByText(texts.codeMissing)).toBeDefined()
    await put(texts.code, '123456')
    await press(texts.askChange)
    await press(texts.again)
    await press(texts.askChange)
    expect(await screen.findByText(texts.codeMissing)).toBeDefined()
    await put(texts.code, '654321')
    await press(texts.askChange)
    expect(await screen.findByText(texts.changeSent)).toBeDefined()
    const sent = { email: 'new@b.example', password: 'correct horse' }
    expect(api.sent('POST /identity/email-changes')).toEqual(['123456', '654321'].map((code) => ({ ...sent, code })))
  })

  test('sends the link again with the same password, and waits if that was too soon', async () => {
    signInAs(me('creator'))
    api.answer({ 'POST /identity/email-changes': { email: 'new@b.example', resendAfterSeconds: 0 } })
    open('/account', locale)
    await press(texts.openEmail)
    await askForChange()
    expect(await screen.findByText(texts.changeSent)).toBeDefined()
    api.fail('POST /identity/email-changes', 'resend_too_soon', locale, { seconds: 60 })
    await press(texts.again)
    expect(await screen.findByText(texts.in60)).toBeDefined()
    const sent = { email: 'new@b.example', password: 'correct horse' }
    expect(api.sent('POST /identity/email-changes')).toEqual([sent, sent])
    expect(screen.getByRole('button', { name: texts.again })).toHaveProperty('disabled', true)
  })

  test('asks a user without a password to set one before the change', async () => {
    signInAs(me('creator'))
    api.answer({ 'GET /identity/second-factor': { hasPassword: false, isRequired: false } })
    open('/account', locale)
    await press(texts.openEmail)
    expect(await screen.findByText(texts.passwordFirst)).toBeDefined()
    expect(screen.queryByLabelText(texts.newEmail)).toBeNull()
  })

  test.each([
    ['wrong_password', {}, texts.wrong],
    ['resend_too_soon', { seconds: 30 }, texts.tooSoon],
  ] as const)('shows the message for %s when a change of address is requested', async (code, details, text) => {
    signInAs(me('creator'))
    api.fail('POST /identity/email-changes', code, locale, details)
    open('/account', locale)
    await press(texts.openEmail)
    await askForChange()
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('shows a generic message when the request for a change fails unexpectedly', async () => {
    signInAs(me('creator'))
    api.answer({ 'POST /identity/email-changes': brokenResponse })
    open('/account', locale)
    await press(texts.openEmail)
    await askForChange()
    expect(await screen.findByText(texts.askFailed)).toBeDefined()
  })
})

test.each([
  ['brand', '/brand-dashboard', true],
  ['brand', '/brand/form', false],
  ['admin', '/admin', true],
  ['creator', '/dashboard', true],
] as const)('opens a %s’s home %s shortly after a reset', async (role, home, complete) => {
  api.answer({ 'POST /identity/password-resets/confirm': () => me(role, complete) })
  const { place } = open('/reset-password?next=https://evil.example&redirect=//evil.example#token=secret')
  await put('New password', NEW)
  await put('Repeat the new password', NEW)
  await press('Save and sign in')
  expect(await screen.findByText('Password updated.')).toBeDefined()
  expect(place()).toContain('/reset-password')
  await waitFor(() => expect(place()).toBe(home))
})

test('lets a signed-in user request a reset link', async () => {
  signInAs(me('creator'))
  const { place } = open('/forgot-password')
  expect(await screen.findByLabelText('E-mail')).toBeDefined()
  expect(place()).toBe('/forgot-password')
})

test('prefills the address typed at sign-in', async () => {
  openApp('/login')
  fill(await screen.findByLabelText('E-mail'), 'a@b.example')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'a@b.example')
})
