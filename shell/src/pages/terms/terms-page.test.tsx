// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { exclusionReasons, exclusionTable, mendTable } from '@reelfair/contracts/reasons'
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { businessDayOf, MINIMUM_TRANSFER_CENTS, rateCardAt } from '@reelfair/rules'
import { formatCents } from '@reelfair/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { me, ok, open, openApp } from '../page.fixture.tsx'
import { PARTS } from './parts.ts'
import { TERMS_1_0 } from './versions/terms-1-0.ts'

// A page of its own chunk takes a while on a cold machine; here it is there before.
beforeAll(() => Promise.all([import('./terms-page.tsx'), import('./earlier-terms-page.tsx')]), 60_000)

const scrolledTo: Element[] = []
beforeEach(() => {
  scrolledTo.length = 0
  // jsdom scrolls nowhere.
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this)
  })
})

const visitor = ({ path }: { path: string }) => (path === '/identity/session' ? ok({ me: null, why: 'none' }) : undefined)
const main = () => document.querySelector('main')?.textContent ?? ''

const words = {
  en: {
    title: 'Terms',
    inForce:
      'Version 1.1, in force since 22 November 2026 for new accounts and for each campaign joined since; for everyone from 7 December 2026.',
    earlier: 'Earlier version 1.0',
    earlierInForce: 'Version 1.0, in force since 23 August 2025 and replaced by a newer one.',
    current: 'Current terms',
    contents: 'Contents',
    legal: '3. Campaign terms',
    read: 'Read the terms (in a new tab)',
    earned: [
      'pays 0.10 € per 1,000 qualified views',
      'standard rate of 0.20 €',
      'A transfer takes 1.00 € at least',
      '02:00',
      'at most 100 videos are measured',
      'on YouTube only',
      'interpolated on a straight line between the readings before and after',
      'On Instagram and TikTok we can’t read',
    ],
  },
  fr: {
    title: 'Conditions',
    inForce:
      'Version 1.1, en vigueur depuis le 22 novembre 2026 pour les nouveaux comptes et chaque campagne rejointe depuis ; pour tous à partir du 7 décembre 2026.',
    earlier: 'Version précédente 1.0',
    earlierInForce: 'Version 1.0, en vigueur depuis le 23 août 2025 et remplacée par une plus récente.',
    current: 'Conditions actuelles',
    contents: 'Sommaire',
    legal: '3. Conditions des campagnes',
    read: 'Lire les conditions (nouvel onglet)',
    earned: [
      'paie 0,10 € pour 1 000 vues qualifiées',
      'tarif normal de 0,20 €',
      'Un virement est de 1,00 € au moins',
      '02:00',
      '100 vidéos au plus sont mesurées',
      'sur YouTube uniquement',
      'interpolées en ligne droite entre le relevé d’avant et celui d’après',
      'Sur Instagram et TikTok, nous ne pouvons pas lire',
    ],
  },
} as const

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const say = words[locale]

  test('a visitor reads the terms with their version and since when they are in force', async () => {
    open('/terms', visitor, locale)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(say.title)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByText(say.inForce)).toBeDefined()
    // Set after the heading is drawn.
    await waitFor(() => expect(document.title).toBe(`${say.title} · Reelfair`))
    expect(screen.getByRole('link', { name: say.earlier }).getAttribute('href')).toBe('/terms/1.0')
  })

  test('version 1.0 stays readable as people accepted it, and leads to the current one', async () => {
    open('/terms/1.0', visitor, locale)
    expect(await screen.findByText(say.earlierInForce)).toBeDefined()
    expect(screen.getByRole('link', { name: say.current }).getAttribute('href')).toBe('/terms')
    const last = { en: 'a last time 48 hours after it', fr: 'une dernière fois 48 heures après' }[locale]
    expect(main().replaceAll('\u00a0', ' ')).toContain(last)
    const links = within(screen.getByRole('navigation', { name: say.contents })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(PARTS.map(({ id }) => `/terms/1.0#${id}`))
    expect(main()).not.toMatch(/\{\{|undefined|NaN/)
  })

  test('the contents lead to every part, and no two clauses have one number', async () => {
    open('/terms', visitor, locale)
    const links = within(await screen.findByRole('navigation', { name: say.contents })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(PARTS.map(({ id }) => `/terms#${id}`))
    for (const [index, link] of links.entries()) {
      const part = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '')
      expect(part?.querySelector('h2')?.textContent).toBe(`${index + 1}. ${link.textContent}`)
    }
    const numbers = [...document.querySelectorAll('.shell-terms-number')].map(({ textContent }) => textContent)
    expect(new Set(numbers).size).toBe(PARTS.flatMap(({ groups }) => groups.flatMap(({ clauses }) => clauses)).length)
    expect(numbers.slice(0, 6)).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5', '2.1'])
  })

  test('an address with #campaign-legal leads to that part, by eye and by voice, though the page comes late', async () => {
    open('/terms#campaign-legal', visitor, locale)
    const heading = await screen.findByRole('heading', { level: 2, name: say.legal })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(scrolledTo.map(({ id }) => id)).toEqual(['campaign-legal'])
  })

  test('they say what the product reckons with, and each reason in the words that stand beside excluded views', async () => {
    open('/terms', visitor, locale)
    await screen.findByRole('heading', { level: 1 })
    const text = main().replaceAll('\u00a0', ' ')
    for (const sentence of say.earned) expect(text).toContain(sentence)
    for (const term of Object.values(campaignTerms)) expect(main()).toContain(term[locale])
    for (const code of exclusionReasons) {
      expect(main()).toContain(exclusionTable[code][locale])
      expect(main()).toContain(mendTable[exclusionTable[code].mend][locale])
    }
    expect(main()).not.toMatch(/\{\{|undefined|NaN/)
  })

  test('sign-up links to them in a tab of its own, so that nothing typed is lost', async () => {
    open('/signup?role=brand', visitor, locale)
    const link = await screen.findByRole('link', { name: say.read })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank'])
  })

  test('the foot of the public pages leads there', async () => {
    openApp('/login', visitor, locale)
    const foot = within(await screen.findByRole('contentinfo'))
    expect(foot.getByRole('link', { name: say.title }).getAttribute('href')).toBe('/terms')
  })
})

test('the rates are those of the card in force', async () => {
  open('/terms', visitor)
  await screen.findByRole('heading', { level: 1 })
  const card = rateCardAt(businessDayOf(new Date()))
  for (const cents of [card.campaignCentsPer1000, card.partnershipCentsPer1000, MINIMUM_TRANSFER_CENTS])
    expect(main()).toContain(formatCents(cents, 'en'))
})

test('pressed once more, the same entry of the contents leads to its part again', async () => {
  open('/terms', visitor)
  const entry = within(await screen.findByRole('navigation', { name: 'Contents' })).getByRole('link', { name: 'Campaign terms' })
  const heading = screen.getByRole('heading', { level: 2, name: '3. Campaign terms' })
  for (const times of [1, 2]) {
    await userEvent.click(entry)
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(scrolledTo).toHaveLength(times)
    heading.blur()
  }
})

test('an address with a part that there is not shows the terms from their beginning', async () => {
  open('/terms#nowhere', visitor)
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).toBeDefined()
  expect(scrolledTo).toEqual([])
})

test.each(['creator', 'brand', 'admin'] as const)(
  'a %s who is signed in reads them, and finds them in the account’s menu',
  async (role) => {
    openApp('/terms', ({ path }) => (path === '/identity/session' ? ok({ me: me(role) }) : undefined), 'en')
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).toBeDefined()
    expect((await screen.findByText('Terms', { selector: '.shell-account a' })).getAttribute('href')).toBe('/terms')
  },
)

test('stacked on a phone, what mends a fault stands under its own head', async () => {
  open('/terms', visitor)
  const mend = await screen.findAllByText(mendTable.add_code.en)
  expect(mend.map((cell) => [cell.className, cell.getAttribute('data-label')])).toContainEqual(['rf-at-fact', 'How to fix it'])
})

test('a partnership’s tiers pay and return what was decided', async () => {
  open('/terms', visitor)
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

test('a version that does not exist is not found', async () => {
  open('/terms/0.9', ({ path }) => (path === '/identity/session' ? ok({ me: me('creator') }) : undefined))
  expect(await screen.findByRole('heading', { level: 1, name: 'There is nothing at this address' })).toBeDefined()
})

test('nobody changes what was accepted as version 1.0', () => {
  expect(createHash('sha256').update(JSON.stringify(TERMS_1_0)).digest('hex')).toBe(
    '22690936c7ed455635c5be34798e8100ee44fd510fad9b3dbca91d56896554fa',
  )
})

test('who has a question finds where a person answers', async () => {
  open('/terms', visitor)
  expect((await screen.findByRole('link', { name: DEFAULT_SUPPORT_EMAIL })).getAttribute('href')).toBe(`mailto:${DEFAULT_SUPPORT_EMAIL}`)
})
