// @vitest-environment jsdom
import { brokenResponse, describeInLanguages, fill } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { api, me, open, openApp, press, signInAs } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)

const words = {
  en: {
    none: 'Not given',
    add: 'Add Name',
    change: 'Change Name',
    first: 'First name',
    last: 'Last name',
    save: 'Save name',
    done: 'Name saved.',
    failed: 'We couldn’t save your name. Please try again.',
    link: 'Enter a name without a web or e-mail address.',
    contact: 'Name and contact in your brand profile',
    setPassword: 'Set a password Password',
    sendLink: 'Email me a link',
    noPassword: 'None: you sign in with Google',
    sent: 'We’ve emailed a link to a@b.example.',
    linkFailed: 'We couldn’t request the link. Please try again.',
  },
  fr: {
    none: 'Non renseigné',
    add: 'Ajouter Nom',
    change: 'Modifier Nom',
    first: 'Prénom',
    last: 'Nom de famille',
    save: 'Enregistrer le nom',
    done: 'Nom enregistré.',
    failed: 'Votre nom n’a pas pu être enregistré. Veuillez réessayer.',
    link: 'Saisissez un nom sans adresse web ni adresse e-mail.',
    contact: 'Nom et coordonnées dans le profil de la marque',
    setPassword: 'Définir un mot de passe Mot de passe',
    sendLink: 'Recevoir un lien',
    noPassword: /^Aucun\s: vous vous connectez avec Google$/,
    sent: 'Nous avons envoyé un lien à a@b.example.',
    linkFailed: 'La demande de lien n’a pas pu être envoyée. Veuillez réessayer.',
  },
} as const

const ACCOUNT = 'GET /identity/account'
const SAVE = 'PUT /identity/account/name'
const SINCE = { memberSince: '2026-06-02T10:00:00.000Z' }

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('adds a creator’s name and shows it', async () => {
    signInAs(me('creator'))
    openApp('/account', locale)
    expect(await screen.findByText(texts.none)).toBeDefined()
    await press(texts.add)
    fill(screen.getByLabelText(texts.first), ' Léa ')
    api.answer({ [SAVE]: () => new Response(null, { status: 204 }), [ACCOUNT]: { ...SINCE, firstName: 'Léa' } })
    await press(texts.save)
    expect(await screen.findByText('Léa')).toBeDefined()
    expect(api.sent(SAVE)).toEqual([{ firstName: 'Léa' }])
    expect((await screen.findAllByText(texts.done)).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.queryByLabelText(texts.first)).toBeNull())
  })

  test('shows what is wrong with a name', async () => {
    signInAs(me('creator'))
    api.answer({ [ACCOUNT]: { ...SINCE, firstName: 'Léa', lastName: 'Roth' } })
    open('/account', locale)
    await press(texts.change)
    fill(screen.getByLabelText(texts.last), 'www.example.org')
    api.fail(SAVE, 'invalid_input', locale, {}, [{ path: 'lastName', message: texts.link }])
    await press(texts.save)
    expect(await screen.findByText(texts.link)).toBeDefined()
    api.answer({ [SAVE]: brokenResponse })
    fill(screen.getByLabelText(texts.last), '')
    await press(texts.save)
    expect(await screen.findByText(texts.failed)).toBeDefined()
    expect(api.sent(SAVE).at(-1)).toEqual({ firstName: 'Léa' })
  })

  test('links a brand to its contact', async () => {
    signInAs(me('brand'))
    open('/account', locale)
    expect((await screen.findByText(texts.contact)).getAttribute('href')).toBe('/brand/profile')
  })

  test('offers a user who signs in with Google a link to set a password', async () => {
    signInAs(me('creator'))
    api.answer({ [ACCOUNT]: SINCE })
    open('/account', locale)
    expect(await screen.findByText(texts.noPassword)).toBeDefined()
    await press(texts.setPassword)
    api.answer({ 'POST /identity/password-resets': brokenResponse })
    await press(texts.sendLink)
    expect(await screen.findByText(texts.linkFailed)).toBeDefined()
    api.answer({ 'POST /identity/password-resets': { email: 'a@b.example', resendAfterSeconds: 60 } })
    await press(texts.sendLink)
    expect(await screen.findByText(texts.sent)).toBeDefined()
    expect(api.sent('POST /identity/password-resets')).toEqual([{ email: 'a@b.example' }, { email: 'a@b.example' }])
  })
})

test.each([
  ['an admin', me('admin')],
  ['a brand that has not registered', me('brand', false)],
] as const)('hides the name row from %s', async (_, who) => {
  signInAs(who)
  open('/account')
  expect((await screen.findAllByText('a@b.example', { selector: 'bdi' })).length).toBeGreaterThan(0)
  expect(screen.queryByText('Name')).toBeNull()
  expect(screen.queryByText(words.en.contact)).toBeNull()
})
