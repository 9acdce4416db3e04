// @vitest-environment jsdom
import { TERMS } from '@reelfair/contracts/terms'
import { brokenResponse, describeInLanguages } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { api, me, open, openApp, press, signInAs } from '../page.fixture.tsx'

beforeAll(() => import('./accept-terms-page.tsx'), 60_000)

const outdated = (role: 'creator' | 'brand', complete = true) => ({
  ...me(role, complete),
  termsToAccept: { version: '1.1', accepted: '1.0' },
})
const POST = 'POST /identity/terms-acceptances'

const words = {
  en: {
    title: 'New Terms',
    note: 'Version 1.1 has applied to everyone since 7 December 2026. You accepted version 1.0. Joining another campaign requires the new version.',
    changes: 'Changes',
    box: 'I accept version 1.1 of the Terms.',
    missing: 'Please accept the Terms.',
    button: 'Accept and continue',
    failed: 'We couldn’t save your acceptance. Please try again.',
    newer: 'A newer version of the Terms has been published. Please reload the page.',
    later: 'Not now',
    notices: {
      creator: 'You haven’t accepted the new Terms. Joining another campaign requires them.',
      brand: 'You haven’t accepted the new Terms. New campaigns, invitations and purchases require them.',
    },
    accept: 'Read and accept',
    signOut: 'Sign out',
    account: 'account settings',
    read: ['Read version 1.1 (opens in a new tab)', 'Read version 1.0 (opens in a new tab)'],
  },
  fr: {
    title: 'Nouvelles Conditions',
    note: 'La version 1.1 s’applique à tous depuis le 7 décembre 2026. Vous aviez accepté la version 1.0. Pour participer à une autre campagne, vous devez accepter la nouvelle version.',
    changes: 'Ce qui change',
    box: 'J’accepte la version 1.1 des Conditions.',
    missing: 'Veuillez accepter les Conditions.',
    button: 'Accepter et continuer',
    failed: 'Votre accord n’a pas pu être enregistré. Veuillez réessayer.',
    newer: 'Une version plus récente des Conditions a été publiée. Veuillez recharger la page.',
    later: 'Pas maintenant',
    notices: {
      creator: 'Vous n’avez pas accepté les nouvelles Conditions. Vous devez les accepter pour participer à une autre campagne.',
      brand:
        'Vous n’avez pas accepté les nouvelles Conditions. Vous devez les accepter pour créer une campagne, envoyer une invitation ou acheter des crédits.',
    },
    accept: 'Lire et accepter',
    signOut: 'Se déconnecter',
    account: 'paramètres du compte',
    read: ['Lire la version 1.1 (nouvel onglet)', 'Lire la version 1.0 (nouvel onglet)'],
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('says since when the new version has applied and what has changed, and links to both texts', async () => {
    signInAs(outdated('creator'))
    open('/terms/accept', locale)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(texts.title)
    expect(screen.getByText(texts.note)).toBeDefined()
    expect(screen.getByRole('heading', { name: texts.changes })).toBeDefined()
    expect(within(screen.getByRole('main')).getAllByRole('listitem').length).toBeGreaterThan(3)
    const links = texts.read.map((name) => screen.getByRole('link', { name }))
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/terms/1.1', '_blank'],
      ['/terms/1.0', '_blank'],
    ])
    expect(screen.getByRole('link', { name: texts.account }).getAttribute('href')).toBe('/account')
  })

  test('is not pre-ticked, and sends nothing before the box is ticked', async () => {
    signInAs(outdated('brand'))
    open('/terms/accept', locale)
    expect(await screen.findByLabelText(texts.box)).toHaveProperty('checked', false)
    await press(texts.button)
    expect(screen.getByText(texts.missing)).toBeDefined()
    expect(api.sent(POST)).toEqual([])
  })

  test('accepts the version and returns to the requested page', async () => {
    const who = outdated('creator')
    const { termsToAccept: _, ...accepted } = who
    signInAs(who)
    const { place } = open('/terms/accept?redirect=%2Fbalance%3Fa%3D1', locale)
    await userEvent.click(await screen.findByLabelText(texts.box))
    api.answer({ [POST]: accepted })
    await press(texts.button)
    await waitFor(() => expect(place()).toBe('/balance?a=1'))
    expect(api.sent(POST)).toEqual([{ version: '1.1' }])
  })

  test('shows the message if another version is current or the request fails', async () => {
    signInAs(outdated('creator'))
    open('/terms/accept', locale)
    await userEvent.click(await screen.findByLabelText(texts.box))
    api.fail(POST, 'terms_not_current', locale)
    await press(texts.button)
    expect(await screen.findByText(texts.newer)).toBeDefined()
    api.answer({ [POST]: brokenResponse })
    await press(texts.button)
    expect(await screen.findByText(texts.failed)).toBeDefined()
  })

  test.each(['creator', 'brand'] as const)('lets a %s go on without accepting, and says what requires the new version', async (role) => {
    signInAs(outdated(role))
    const { place } = open('/terms/accept?redirect=%2Fpublic-campaigns', locale)
    await userEvent.click(await screen.findByRole('link', { name: texts.later }))
    const home = role === 'creator' ? '/dashboard' : '/brand-dashboard'
    await waitFor(() => expect(place()).toBe(home))
    expect(await screen.findByText(texts.notices[role])).toBeDefined()
    const back = `/terms/accept?redirect=${encodeURIComponent(home)}`
    expect(screen.getByRole('link', { name: texts.accept }).getAttribute('href')).toBe(back)
    expect(api.sent(POST)).toEqual([])
  })

  test('signs out', async () => {
    signInAs(outdated('creator'))
    open('/terms/accept', locale)
    api.answer({ 'DELETE /identity/sessions/current': () => new Response(null, { status: 204 }) })
    await press(texts.signOut)
    await waitFor(() => expect(api.sent('DELETE /identity/sessions/current')).toHaveLength(1))
  })
})

test('appears after sign-in and before pages where users enter into a contract', async () => {
  signInAs(outdated('creator'))
  const { place, go } = open('/login?redirect=%2Fcreator-history')
  await waitFor(() => expect(place()).toBe('/terms/accept?redirect=%2Fcreator-history'))
  go('/public-campaigns?a=1')
  await waitFor(() => expect(place()).toBe('/terms/accept?redirect=%2Fpublic-campaigns%3Fa%3D1'))
  signInAs(outdated('brand'))
  const brand = open('/brand-dashboard/new-campaign/goal')
  await waitFor(() => expect(brand.place()).toBe('/terms/accept?redirect=%2Fbrand-dashboard%2Fnew-campaign%2Fgoal'))
})

test.each([
  ['/balance', 'creator'],
  ['/dashboard', 'creator'],
  ['/creator-history', 'creator'],
  ['/brand-dashboard', 'brand'],
  ['/brand-dashboard/purchase', 'brand'],
  ['/brand-dashboard/campaigns/0198c0de-0000-7000-8000-000000000001', 'brand'],
] as const)('leaves %s open with a notice, so that users can settle everything and delete their account', async (path, role) => {
  signInAs(outdated(role))
  const { place } = open(path)
  expect(await screen.findByText(words.en.notices[role])).toBeDefined()
  expect(place()).toBe(path)
})

test('leads from the notice back to the same place, with its query and hash', async () => {
  signInAs(outdated('creator'))
  open('/creator-history?page=2#november')
  const link = await screen.findByRole('link', { name: words.en.accept })
  expect(link.getAttribute('href')).toBe('/terms/accept?redirect=%2Fcreator-history%3Fpage%3D2%23november')
})

test('shows no notice to users who have accepted the current Terms', async () => {
  signInAs(me('creator'))
  const { place } = open('/balance')
  await waitFor(() => expect(place()).toBe('/balance'))
  expect(screen.queryByText(words.en.notices.creator)).toBeNull()
})

test.each(['/account', '/terms', '/terms/1.0', '/privacy', '/contact'])('leaves %s open, with a link to the balance', async (path) => {
  signInAs(outdated('creator'))
  const { place } = openApp(path)
  expect((await screen.findAllByRole('heading', { level: 1 })).length).toBe(1)
  expect(place()).toBe(path)
  expect(screen.getAllByRole('link', { name: 'Balance' }).length).toBeGreaterThan(0)
})

test('redirects users with nothing to accept to the requested page or their home page, and visitors to sign-in', async () => {
  signInAs(me('creator'))
  const { place } = open('/terms/accept?redirect=%2Fbalance')
  await waitFor(() => expect(place()).toBe('/balance'))
  const foreign = open('/terms/accept?redirect=%2F%2Felsewhere.example')
  await waitFor(() => expect(foreign.place()).toBe('/dashboard'))
})

test('redirects a visitor to sign-in', async () => {
  const { place } = open('/terms/accept')
  await waitFor(() => expect(place()).toBe('/login?redirect=%2Fterms%2Faccept'))
})

test('lists what changed in every version since the accepted one', async () => {
  const newest = TERMS.at(-1) ?? TERMS[0]
  signInAs({ ...me('creator'), termsToAccept: { version: newest.version, accepted: TERMS[0].version } })
  open('/terms/accept')
  expect(await screen.findByText(/^The final reading takes place on the second or third night/)).toBeDefined()
})
