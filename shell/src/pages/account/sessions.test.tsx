// @vitest-environment jsdom
import type { UserSession } from '@reelfair/contracts'
import { brokenResponse, describeInLanguages } from '@reelfair/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect } from 'vitest'
import { api, me, openApp, press, signInAs, streams } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)
beforeEach(() => signInAs(me('creator')))

const session = (more: Partial<UserSession>): UserSession => ({
  id: crypto.randomUUID(),
  device: 'Firefox on Windows',
  isMobile: false,
  isCurrent: false,
  cause: 'sign-in-password',
  isNewDevice: false,
  startedAt: '2026-11-17T07:20:00.000Z',
  usedAt: '2026-11-21T20:40:00.000Z',
  ...more,
})

const words = {
  en: {
    title: 'Sessions',
    here: 'This device',
    hereSince: 'Signed in with your password 17 Nov, 08:20, in use now',
    since: 'Signed in with your password 17 Nov, 08:20, last used 21 Nov, 21:40',
    google: 'Signed in with Google 17 Nov, 08:20, last used 21 Nov, 21:40',
    link: 'Signed in with an e-mailed link 17 Nov, 08:20, last used 21 Nov, 21:40',
    isNew: 'New: is this you?',
    two: /^2 devices are signed in.*\(Reelfair or Google\)\.$/,
    one: 'Only this device is signed in.',
    end: 'Sign out Firefox on Windows',
    ended: 'Device signed out.',
    others: 'Sign out all other devices',
    othersEnded: 'All other devices are signed out.',
    open: 'Sign out everywhere All devices',
    everywhere: 'Sign out everywhere',
    failed: 'We couldn’t sign the device out. Please try again.',
    loadFailed: 'Your sessions didn’t load.',
    again: 'Try again',
  },
  fr: {
    title: 'Sessions',
    here: 'Cet appareil',
    hereSince: 'Connecté depuis le 17 nov., 08:20 avec votre mot de passe, utilisé en ce moment',
    since: 'Connecté depuis le 17 nov., 08:20 avec votre mot de passe, dernière utilisation le 21 nov., 21:40',
    google: 'Connecté depuis le 17 nov., 08:20 avec Google, dernière utilisation le 21 nov., 21:40',
    link: 'Connecté depuis le 17 nov., 08:20 avec un lien reçu par e-mail, dernière utilisation le 21 nov., 21:40',
    isNew: /^Nouveau\s: est-ce bien vous\s\?$/,
    two: /^2 appareils sont connectés.*\(Reelfair ou Google\)\.$/,
    one: 'Seul cet appareil est connecté.',
    end: 'Déconnecter Firefox on Windows',
    ended: 'Appareil déconnecté.',
    others: 'Déconnecter tous les autres appareils',
    othersEnded: 'Tous les autres appareils sont déconnectés.',
    open: 'Se déconnecter partout Tous les appareils',
    everywhere: 'Se déconnecter partout',
    failed: 'L’appareil n’a pas pu être déconnecté. Veuillez réessayer.',
    loadFailed: 'Vos sessions n’ont pas pu être chargées.',
    again: 'Réessayer',
  },
} as const

const here = session({ device: 'Safari on iPhone', isMobile: true, isCurrent: true })
const there = session({})
const gone = () => new Response(null, { status: 204 })

/** Responds with two sessions, and with only the current one once the other has ended. */
function answer() {
  let items = [here, there]
  const end = () => {
    items = [here]
    return gone()
  }
  api.answer({
    'GET /identity/sessions': () => ({ items }),
    'DELETE /identity/sessions/others': end,
    'DELETE /identity/sessions/:sessionId': end,
  })
  return end
}

describeInLanguages((locale, test) => {
  const texts = words[locale]
  const section = async () => within(await screen.findByRole('region', { name: texts.title }))

  test('marks this device, and ends the session of another one', async () => {
    answer()
    openApp('/account', locale)
    const list = await section()
    expect(await list.findByText(texts.here)).toBeDefined()
    for (const text of [texts.hereSince, texts.since, texts.two]) expect(list.getByText(text)).toBeDefined()
    await press(texts.end)
    expect((await screen.findAllByText(texts.ended)).length).toBeGreaterThan(0)
    expect(await list.findByText(texts.one)).toBeDefined()
    expect(api.writes().map(({ what }) => what)).toEqual([`DELETE /identity/sessions/${there.id}`])
    expect(screen.queryByRole('button', { name: texts.others })).toBeNull()
  })

  test('says how each session was started, and asks about a new device, but not about this one', async () => {
    const items = [
      session({ isCurrent: true, isNewDevice: true }),
      session({ device: 'Edge on Windows', cause: 'sign-in-google', isNewDevice: true }),
      session({ device: 'Chrome on Linux', cause: 'sign-in-link' }),
    ]
    api.answer({ 'GET /identity/sessions': { items } })
    openApp('/account', locale)
    const list = await section()
    const row = async (text: string) => within((await list.findByText(text)).closest('li') ?? expect.unreachable(text))
    expect((await row(texts.google)).getByText(texts.isNew)).toBeDefined()
    for (const text of [texts.hereSince, texts.link]) expect((await row(text)).queryByText(texts.isNew)).toBeNull()
  })

  test('ends all other sessions', async () => {
    answer()
    openApp('/account', locale)
    await press(texts.others)
    expect((await screen.findAllByText(texts.othersEnded)).length).toBeGreaterThan(0)
    expect(await (await section()).findByText(texts.one)).toBeDefined()
  })

  test('asks for confirmation before signing out everywhere, then shows the home page', async () => {
    answer()
    openApp('/account', locale)
    await press(texts.open)
    expect(api.writes()).toEqual([])
    api.answer({ 'DELETE /identity/sessions': gone })
    await press(texts.everywhere)
    expect(api.writes().map(({ what }) => what)).toEqual(['DELETE /identity/sessions'])
    await waitFor(() => expect(screen.queryByRole('heading', { name: texts.title })).toBeNull())
  })

  test('removes a session from the list when it ends elsewhere', async () => {
    const end = answer()
    openApp('/account', locale)
    const list = await section()
    expect(await list.findByText(texts.two)).toBeDefined()
    end()
    act(() => streams.at(-1)?.emit('changed', { topic: 'session' }))
    expect(await list.findByText(texts.one)).toBeDefined()
  })

  test('reports a session that could not be ended', async () => {
    answer()
    api.answer({ 'DELETE /identity/sessions/:sessionId': brokenResponse })
    openApp('/account', locale)
    await press(texts.end)
    expect((await screen.findAllByText(texts.failed)).length).toBeGreaterThan(0)
  })

  test('reports a list that does not load, and retries on click', async () => {
    api.fail('GET /identity/sessions', 'unavailable', locale)
    openApp('/account', locale)
    const list = await section()
    expect(await list.findByText(texts.loadFailed)).toBeDefined()
    answer()
    await press(texts.again)
    expect(await list.findByText(texts.here)).toBeDefined()
  })
})
