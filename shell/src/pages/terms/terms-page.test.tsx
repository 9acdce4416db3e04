// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { exclusionReasons, exclusionTable, fixTable } from '@reelfair/contracts/reasons'
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { TERMS } from '@reelfair/contracts/terms'
import { setServerClock } from '@reelfair/ui'
import { describeInLanguages } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { api, me, open, openApp, SETTINGS, signInAs } from '../page.fixture.tsx'
import { en } from './messages/en.ts'
import { fr } from './messages/fr.ts'
import { PARTS } from './parts.ts'
import { TERMS_1_0 } from './versions/terms-1-0.ts'

// Loading the lazy pages can take a while on a cold machine.
beforeAll(() => import('./terms-page.tsx'), 60_000)

const scrolledTo: Element[] = []
beforeEach(() => {
  scrolledTo.length = 0
  // jsdom does not implement scrolling.
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this)
  })
})

/** Sets the time of the server until the end of the test. */
function at(moment: string) {
  setServerClock(moment)
  onTestFinished(() => setServerClock(new Date().toISOString()))
}

const main = () => document.querySelector('main')?.textContent ?? ''

const words = {
  en: {
    title: 'Terms',
    inForce:
      'Version 1.1, in force since 22 November 2026 for new accounts, campaign sign-ups and partnerships; for everyone from 7 December 2026.',
    earlier: 'Earlier version 1.0',
    stillInForce:
      'Version 1.0, in force since 23 August 2025. It still applies up to and including 6 December 2026 to accounts created before version 1.1, except for new campaign sign-ups and partnerships.',
    replaced: 'Version 1.0, in force from 23 August 2025, since replaced by a newer version.',
    current: 'Current terms',
    contents: 'Contents',
    legal: '3. Campaign terms',
    read: 'Read the Terms (opens in a new tab)',
    readPrivacy: 'Read the Privacy Policy (opens in a new tab)',
    earned: [
      'from €0.30 per 1,000 views',
      'pays €0.12 per 1,000 allocated qualified views',
      'less than the standard rate of €0.20',
      'the minimum is €1.00',
      '02:00',
      'at most 100 videos count',
      'for at most 9 days after it was first found',
      'A review stays open for 48 hours',
      'It pays €0.26 per 1,000 views',
      'on YouTube only',
      'interpolated linearly between the readings before and after it',
      'On Instagram and TikTok we can’t read',
    ],
  },
  fr: {
    title: 'Conditions',
    inForce:
      'Version 1.1, en vigueur depuis le 22 novembre 2026 pour les nouveaux comptes, participations et partenariats, et à partir du 7 décembre 2026 pour tous.',
    earlier: 'Version précédente 1.0',
    stillInForce:
      'Version 1.0, en vigueur depuis le 23 août 2025. Elle s’applique encore jusqu’au 6 décembre 2026 inclus aux comptes créés avant la version 1.1, sauf pour les nouvelles participations et les nouveaux partenariats.',
    replaced: 'Version 1.0, en vigueur à partir du 23 août 2025, remplacée depuis par une version plus récente.',
    current: 'Conditions actuelles',
    contents: 'Sommaire',
    legal: '3. Conditions des campagnes',
    read: 'Lire les Conditions (nouvel onglet)',
    readPrivacy: 'Lire la politique de confidentialité (nouvel onglet)',
    earned: [
      'à partir de 0,30 €',
      'rapporte 0,12 € pour 1 000 vues qualifiées',
      'inférieur au tarif normal de 0,20 €',
      'à partir de 1,00 €',
      '02:00',
      'les vues de 100 vidéos au maximum',
      'comptent pendant 9 jours au maximum',
      'Une vérification reste ouverte 48 heures',
      '0,26 €',
      'sur YouTube uniquement',
      'par interpolation linéaire entre le relevé précédent et le relevé suivant',
      'Sur Instagram et TikTok, nous ne pouvons pas détecter',
    ],
  },
} as const

describeInLanguages((locale, test) => {
  const texts = words[locale]

  test('shows visitors the Terms with their version and effective date', async () => {
    open('/terms', locale)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(texts.title)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByText(texts.inForce)).toBeDefined()
    // The page sets its title after the heading renders.
    await waitFor(() => expect(document.title).toBe(`${texts.title} · Reelfair`))
    expect(screen.getByRole('link', { name: texts.earlier }).getAttribute('href')).toBe('/terms/1.0')
  })

  test('states until when version 1.0 still applies to earlier users', async () => {
    at('2026-12-06T22:59:00Z')
    open('/terms/1.0', locale)
    expect(await screen.findByText(texts.stillInForce)).toBeDefined()
  })

  test('shows version 1.0 with a link to the current version', async () => {
    at('2026-12-06T23:00:00Z')
    open('/terms/1.0', locale)
    expect(await screen.findByText(texts.replaced)).toBeDefined()
    expect(screen.getByRole('link', { name: texts.current }).getAttribute('href')).toBe('/terms')
    const last = { en: 'a last time 48 hours after it', fr: 'une dernière fois 48 heures après' }[locale]
    expect(main().replaceAll('\u00a0', ' ')).toContain(last)
    const links = within(screen.getByRole('navigation', { name: texts.contents })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(PARTS.map(({ id }) => `/terms/1.0#${id}`))
    expect(main()).not.toMatch(/\{\{|undefined|NaN/)
  })

  test('links the table of contents to every part and gives each clause a unique number', async () => {
    open('/terms', locale)
    const links = within(await screen.findByRole('navigation', { name: texts.contents })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(PARTS.map(({ id }) => `/terms#${id}`))
    for (const [index, link] of links.entries()) {
      const part = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '')
      expect(part?.querySelector('h2')?.textContent).toBe(`${index + 1}. ${link.textContent}`)
    }
    const numbers = [...document.querySelectorAll('.shell-legal-number')].map(({ textContent }) => textContent)
    expect(new Set(numbers).size).toBe(PARTS.flatMap(({ groups }) => groups.flatMap(({ clauses }) => clauses)).length)
    expect(numbers.slice(0, 6)).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5', '2.1'])
  })

  test('scrolls to #campaign-legal and focuses its heading after the page has loaded', async () => {
    open('/terms#campaign-legal', locale)
    const heading = await screen.findByRole('heading', { level: 2, name: texts.legal })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(scrolledTo.map(({ id }) => id)).toEqual(['campaign-legal'])
  })

  test('shows the product’s figures, and each reason in the wording used for excluded views', async () => {
    open('/terms', locale)
    await screen.findByRole('heading', { level: 1 })
    const text = main().replaceAll('\u00a0', ' ')
    for (const sentence of texts.earned) expect(text).toContain(sentence)
    for (const term of Object.values(campaignTerms)) expect(main()).toContain(term[locale])
    for (const code of exclusionReasons) {
      expect(main()).toContain(exclusionTable[code][locale])
      expect(main()).toContain(fixTable[exclusionTable[code].fix][locale])
    }
    expect(main()).not.toMatch(/\{\{|undefined|NaN/)
  })

  test('opens the Terms and the privacy policy from sign-up in a new tab, so that the form keeps its input', async () => {
    open('/signup?role=brand', locale)
    const link = await screen.findByRole('link', { name: texts.read })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank'])
    const privacy = screen.getByRole('link', { name: texts.readPrivacy })
    expect([privacy.getAttribute('href'), privacy.getAttribute('target')]).toEqual(['/privacy', '_blank'])
  })

  test('links to the Terms in the footer of public pages', async () => {
    openApp('/login', locale)
    const foot = within(await screen.findByRole('contentinfo'))
    expect(foot.getByRole('link', { name: texts.title }).getAttribute('href')).toBe('/terms')
  })
})

test('names the standard rate only while campaigns pay less', async () => {
  api.answer({ 'GET /identity/public-settings': { ...SETTINGS, rateCard: { ...SETTINGS.rateCard, campaignCentsPer1000: 20 } } })
  open('/terms')
  await screen.findByRole('heading', { level: 1 })
  expect(main()).toContain('A campaign pays €0.20 per 1,000 allocated qualified views. A campaign keeps')
  expect(main()).not.toContain('standard rate')
})

test('shows the Terms without prices if the settings don’t load, and still shows version 1.0', async () => {
  api.fail('GET /identity/public-settings', 'not_found', 'en')
  open('/terms')
  expect(await screen.findByText('The prices, rates and time limits didn’t load. The text shows […] instead.')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms')
  expect(main()).toContain('A campaign pays […] per 1,000 allocated qualified views')
  // The minimum transfer is not a setting.
  expect(new Set(main().match(/€\d+\.\d\d/g))).toEqual(new Set(['€1.00']))
  cleanup()
  open('/terms/1.0')
  expect(await screen.findByText(/^Version 1\.0, in force/)).toBeDefined()
})

test('scrolls to a part again when its entry in the table of contents is clicked again', async () => {
  open('/terms')
  const entry = within(await screen.findByRole('navigation', { name: 'Contents' })).getByRole('link', { name: 'Campaign terms' })
  const heading = screen.getByRole('heading', { level: 2, name: '3. Campaign terms' })
  for (const times of [1, 2]) {
    await userEvent.click(entry)
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(scrolledTo).toHaveLength(times)
    heading.blur()
  }
})

test('shows the Terms from the top if the hash is unknown', async () => {
  open('/terms#nowhere')
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).toBeDefined()
  expect(scrolledTo).toEqual([])
})

test.each(['creator', 'brand', 'admin'] as const)(
  'shows the Terms to a signed-in %s and links to them in the account menu',
  async (role) => {
    signInAs(me(role))
    openApp('/terms')
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).toBeDefined()
    expect((await screen.findByText('Terms', { selector: '.shell-account a' })).getAttribute('href')).toBe('/terms')
  },
)

test('labels each fix with its column heading on phones', async () => {
  open('/terms')
  const fix = await screen.findAllByText(fixTable.add_code.en)
  expect(fix.map((cell) => [cell.className, cell.getAttribute('data-label')])).toContainEqual(['rf-at-fact', 'How to fix it'])
})

test('shows the share that each partnership tier pays and returns', async () => {
  open('/terms')
  const table = await screen.findByRole('table', { name: 'What a partnership pays' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['below 25%', '0%', '100%'],
    ['25% to 49.99%', '25%', '75%'],
    ['50% to 74.99%', '50%', '50%'],
    ['75% to 99.99%', '75%', '25%'],
    ['100% or more', '100%', '0%'],
  ])
})

test.each(TERMS.map(({ version }) => version))('shows version %s at its own address', async (version) => {
  open(`/terms/${version}`)
  expect(await screen.findByText(new RegExp(`^Version ${version}, in force`))).toBeDefined()
  const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(PARTS.map(({ id }) => `/terms/${version}#${id}`))
})

test('keeps a text of its own for every version but the newest', async () => {
  const texts = new Set<string | undefined>()
  for (const { version } of TERMS) {
    open(`/terms/${version}`)
    await screen.findByRole('heading', { level: 1 })
    texts.add(document.querySelector('#changes')?.textContent ?? undefined)
    cleanup()
  }
  expect(texts.size).toBe(TERMS.length)
})

test('shows the not-found page for an unknown version', async () => {
  signInAs(me('creator'))
  open('/terms/0.9')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
})

test('keeps the accepted text of version 1.0 unchanged', () => {
  expect(createHash('sha256').update(JSON.stringify(TERMS_1_0)).digest('hex')).toBe(
    '22690936c7ed455635c5be34798e8100ee44fd510fad9b3dbca91d56896554fa',
  )
})

test('keeps the text of version 1.1 unchanged once it is live', () => {
  const text = [PARTS, en, fr, campaignTerms, exclusionTable, fixTable]
  expect(
    createHash('sha256').update(JSON.stringify(text)).digest('hex'),
    'The text of version 1.1 has changed. Once it is live, a change needs a new version and a copy of this one in versions/.',
  ).toBe('55b558b56c95ea92690a3c56bc0e22ba78a6305b760abaa8f607bccac2a3b425')
})

test('shows the support e-mail address', async () => {
  open('/terms')
  expect((await screen.findByRole('link', { name: DEFAULT_SUPPORT_EMAIL })).getAttribute('href')).toBe(`mailto:${DEFAULT_SUPPORT_EMAIL}`)
})
