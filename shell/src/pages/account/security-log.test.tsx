// @vitest-environment jsdom
import { type SecurityEvent, SecurityEventKind } from '@reelfair/contracts'
import { describeInLanguages } from '@reelfair/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect } from 'vitest'
import { api, me, open, press, signInAs } from '../page.fixture.tsx'

beforeAll(() => import('./account-page.tsx'), 60_000)
beforeEach(() => signInAs(me('creator')))

const event = (more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: crypto.randomUUID(),
  kind: 'sign-in-password',
  at: '2026-11-22T17:00:00.000Z',
  device: 'Firefox on Windows',
  ip: '198.51.100.7',
  count: 1,
  ...more,
})

const words = {
  en: {
    title: 'Security log',
    note: /Change the password you sign in with \(Reelfair or Google\)\.$/,
    signedIn: 'Signed in with your password',
    where: '22 Nov 2026, 18:00, Firefox on Windows, IP address 198.51.100.7',
    failures: ['1 failed sign-in', '8 failed sign-ins in one day'],
    wrong: ['Incorrect password entered while signed in', '8 incorrect codes entered in one day while signed in'],
    more: 'Show more',
    failed: 'Your security log didn’t load.',
    again: 'Try again',
  },
  fr: {
    title: 'Journal de sécurité',
    note: /Changez le mot de passe que vous utilisez pour vous connecter \(Reelfair ou Google\)\.$/,
    signedIn: 'Connexion avec votre mot de passe',
    where: '22 nov. 2026, 18:00, Firefox on Windows, adresse IP 198.51.100.7',
    failures: ['1 échec de connexion', '8 échecs de connexion en un jour'],
    wrong: ['Mot de passe incorrect saisi pendant une session', '8 codes incorrects saisis en un jour pendant une session'],
    more: 'Afficher plus',
    failed: 'Votre journal de sécurité n’a pas pu être chargé.',
    again: 'Réessayer',
  },
} as const

const GET = 'GET /identity/security-events'

describeInLanguages((locale, test) => {
  const texts = words[locale]
  const section = async () => within(await screen.findByRole('region', { name: texts.title }))

  test('shows what happened, when and on which device, and loads older events', async () => {
    api.answer({
      [GET]: ({ query }) =>
        query.get('cursor')
          ? { items: [event({ kind: 'sign-in-failed', count: 8, ip: undefined })] }
          : { items: [event(), event({ kind: 'sign-in-failed' })], next: 'older' },
    })
    open('/account', locale)
    const log = await section()
    expect(await log.findByText(texts.signedIn)).toBeDefined()
    expect(log.getByText(texts.note)).toBeDefined()
    expect(log.getAllByText(texts.where)).toHaveLength(2)
    expect(log.getByText(texts.failures[0])).toBeDefined()
    await press(texts.more)
    expect(await log.findByText(texts.failures[1])).toBeDefined()
    expect(screen.queryByRole('button', { name: texts.more })).toBeNull()
  })

  test('shows incorrect passwords and codes entered during a session', async () => {
    api.answer({ [GET]: { items: [event({ kind: 'wrong-password' }), event({ kind: 'wrong-code', count: 8 })] } })
    open('/account', locale)
    const log = await section()
    for (const text of texts.wrong) expect(await log.findByText(text)).toBeDefined()
  })

  test('has a sentence for every kind of event', async () => {
    api.answer({ [GET]: { items: SecurityEventKind.options.map((kind) => event({ kind })) } })
    open('/account', locale)
    const rows = await (await section()).findAllByRole('listitem')
    expect(rows).toHaveLength(SecurityEventKind.options.length)
    for (const row of rows) expect(row.textContent).not.toContain('log-')
  })

  test('reports a log that does not load, and retries on click', async () => {
    api.fail(GET, 'unavailable', locale)
    open('/account', locale)
    const log = await section()
    expect(await log.findByText(texts.failed)).toBeDefined()
    api.recover()
    signInAs(me('creator'))
    api.answer({ [GET]: { items: [event()] } })
    await press(texts.again)
    expect(await log.findByText(texts.signedIn)).toBeDefined()
  })
})
