import { eventKey, events, NotificationGroup, NotificationKind, type Role } from '@reelfair/contracts'
import { guardedPages } from '@reelfair/contracts/home'
import { describe, expect, test } from 'vitest'
import { eventSamples } from '../event-samples.fixture.ts'
import { sampleValues } from '../notifications.fixture.ts'
import { groupsFor } from './notification-choices.ts'
import { groups } from './notification-groups.ts'
import { kinds } from './notification-kinds.ts'
import { sayIn } from './notification-say.ts'
import { table, texts } from './notification-table.ts'
import { wordingOf } from './notification-wording.ts'

const names = {
  brands: new Map([['brand', 'Kéfiro']]),
  campaigns: new Map([['campaign', 'Fridge door']]),
  accounts: new Map([['account', 'tom.cuisine']]),
}
const NO_NAMES = { brands: new Map(), campaigns: new Map(), accounts: new Map() }
const keys = table.map(({ event }) => eventKey(event))

// Tests that share this process may declare events of their own.
const ofContracts = [...events.keys()].filter((key) => !/^(?:box|kit|test)\./.test(key))

test.each(ofContracts)('has exactly one entry for %s', (key) => expect(keys.filter((one) => one === key)).toEqual([key]))

test('has no entry for an event that is missing from contracts', () => expect(keys.filter((key) => !events.has(key))).toEqual([]))

/** Pages that every role may open. */
const OPEN = /^\/(?:account|terms\/[\d.]+)$/
const roleOf = (pathname: string): Role | undefined =>
  guardedPages.find(({ path }) => new RegExp(`^${path.replace('/*', '(?:/.*)?').replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname))?.role

// Declares the recipients that `notify-of-event.test.ts` observes.
const party = { id: 'party' }
const told = eventSamples(party, party, () => new Date(0)).cases.flatMap(([, , wanted]) =>
  (Object.keys(wanted) as Role[]).flatMap((role) => (wanted[role] ?? []).map((kind) => ({ role, kind }))),
)

describe.each(NotificationKind.options)('%s', (kind) => {
  const given = { kind, values: sampleValues[kind] }

  test('opens a page that each of its recipients may open', () => {
    const { pathname } = new URL(wordingOf(given, 'en', names).link.href, 'https://reelfair.test')
    const allowed = OPEN.test(pathname) ? ['creator', 'brand', 'admin'] : [roleOf(pathname)]
    expect(allowed).toEqual(expect.arrayContaining([...kinds[kind].roles]))
  })

  test('lists exactly the roles to which events send it', () => {
    const roles = told.filter((one) => one.kind === kind).map(({ role }) => role)
    if (roles.length > 0) expect(new Set(roles)).toEqual(new Set(kinds[kind].roles))
  })

  test.each(['en', 'fr'] as const)('has a complete text in %s', (locale) => {
    for (const known of [names, NO_NAMES]) {
      const { title, text, link } = wordingOf(given, locale, known)
      for (const words of [title, text, link.label]) {
        expect(words).not.toMatch(/undefined|null|NaN|Invalid|\{|\}| {2}|\.\./)
        expect(words).toMatch(/^[“«@\p{Lu}\d€]/u)
      }
      expect(link.href).toMatch(/^\/[a-z]/)
    }
  })

  test('formats money according to the language', () => {
    const cents = Object.entries(given.values).find(([field]) => /cents$/i.test(field))?.[1]
    if (cents === undefined) return
    const [en, fr] = (['en', 'fr'] as const).map((locale) => JSON.stringify(wordingOf(given, locale, names)))
    expect(en).toContain(cents === 4_137 ? '€41.37' : '€14.00')
    expect(fr).toContain(cents === 4_137 ? '41,37\u00a0€' : '14,00\u00a0€')
  })

  test('writes French with no-break spaces', () => {
    const { title, text } = wordingOf(given, 'fr', names)
    for (const words of [title, text]) expect(words).not.toMatch(/ [:;!?»]|« |'/)
  })
})

test.each([
  ['campaign-unfunded', '/brand-dashboard/purchase?missing=1580'],
  ['invitation-unfunded', '/brand-dashboard/purchase?missing=1580'],
  ['order-paid', '/brand-dashboard/purchase#orders'],
  ['account-failed', '/profile?network=instagram'],
  ['account-disconnected', '/profile?network=instagram'],
  ['review-excluded', '/creator-history?open=campaign'],
  ['review-excluded-brand', '/brand-dashboard/campaigns/campaign'],
  ['invitation-received', '/dashboard?invitation=invitation'],
  ['invitation-expiring', '/dashboard?invitation=invitation'],
  ['invitation-superseded', '/creator-history?open=invitation'],
  ['invitation-expired', '/creator-history?open=invitation'],
  ['invitation-withdrawn', '/creator-history?open=invitation'],
  ['invitation-expired-brand', '/brand-dashboard#invitations'],
  ['partnership-started', '/creator-history?open=partnership'],
  ['partnership-started-brand', '/partnerships/partnership'],
] as const)('opens what %s is about', (kind, href) => {
  expect(wordingOf({ kind, values: sampleValues[kind] }, 'en', names).link.href).toBe(href)
})

const ofPartnership = (kind: NotificationKind) => {
  const { campaignId: _, ...values } = sampleValues[kind]
  return { kind, values: { ...values, partnershipId: 'partnership', brandId: 'brand' } }
}

test.each([
  [
    'views-at-risk',
    /5,985\u00a0views at risk in your partnership with Kéfiro .*if the partnership ends early/,
    '/creator-history?open=partnership',
  ],
  ['review-asks-brand', /Your partnership with @tom\.cuisine: the logo/, '/brand-dashboard#reviews'],
  ['review-asks-admin', /A partnership with Kéfiro, 5,985\u00a0views/, '/admin/reviews'],
  ['review-opened', /Your partnership with Kéfiro: the logo/, '/dashboard'],
  ['review-counts', /Your partnership with Kéfiro: .* toward the goal/, '/creator-history?open=partnership'],
  ['review-counts-brand', /Your partnership with a creator: .* toward the goal/, '/partnerships/partnership'],
  ['review-excluded', /Your partnership with Kéfiro: these views aren’t paid/, '/creator-history?open=partnership'],
  ['review-excluded-brand', /Your partnership with a creator: these views aren’t charged/, '/partnerships/partnership'],
] as const)('names the partnership in %s, and opens its page', (kind, words, href) => {
  const { title, text, link } = wordingOf(ofPartnership(kind), 'en', names)
  expect(`${title} ${text}`).toMatch(words)
  expect(`${title} ${text} ${link.label}`).not.toMatch(/campaign/)
  expect(link.href).toBe(href)
  const french = wordingOf(ofPartnership(kind), 'fr', names)
  expect(`${french.title} ${french.text} ${french.link.label}`).toMatch(/partenariat avec/i)
  expect(`${french.title} ${french.text} ${french.link.label}`).not.toMatch(/campagne/)
})

const textsOf = (kind: NotificationKind, values: object) => {
  const { title, text } = wordingOf({ kind, values: { ...sampleValues[kind], ...values } }, 'en', names)
  return `${title}. ${text}`
}

test.each([
  ['tiktok', /unable to count your views\.$/, /ne pas pouvoir compter vos vues\.$/],
  ['youtube', /unable to read the “Includes paid promotion” label\.$/, /détecter le label « Inclut une communication commerciale »\.$/],
])('says what a lost access to %s costs', (network, english, french) => {
  const given = { kind: 'account-disconnected' as const, values: { ...sampleValues['account-disconnected'], network } }
  expect(wordingOf(given, 'en', names).text).toMatch(english)
  expect(wordingOf(given, 'fr', names).text).toMatch(french)
})

test.each([
  [0, 0, 'ended below 25% of the goal', 'Below 25%, nothing is paid.'],
  [25, 1_034, 'ended at the 25% tier', '€10.34 is held until the final checks'],
  [100, 4_137, 'reached its goal', '€41.37 is held until the final checks'],
])('says what the tier of %i%% means at the end', (tier, cents, result, pay) => {
  expect(textsOf('partnership-ended', { tier, cents })).toMatch(new RegExp(`with Kéfiro ${result}.*${pay}`))
  expect(textsOf('partnership-ended-brand', { tier })).toContain(`with @tom.cuisine ${result}`)
})

test.each([
  [0, 0, 'so nothing is paid', false],
  [25, 99, '€0.99 earned with Kéfiro', false],
  [25, 100, '€1.00 earned with Kéfiro', true],
])('announces a transfer only if the pay at the tier of %i%%, %i cents, reaches the minimum', (tier, cents, words, isTransferred) => {
  const settled = textsOf('partnership-settled', { tier, cents })
  expect(settled).toContain(words)
  expect(settled.includes('we transfer it automatically')).toBe(isTransferred)
})

test('uses the singular for one view', () => {
  const en = texts.en['campaign-settled']({ campaignId: 'campaign', charged: 1 }, sayIn('en', names))
  expect(en.text).toContain('1\u00a0view charged')
  const fr = texts.fr['campaign-settled']({ campaignId: 'campaign', charged: 1 }, sayIn('fr', names))
  expect(fr.text).toContain('1\u00a0vue facturée.')
})

test.each([
  ['en', 'Planned end: 24 November 2026 at 02:00, Paris time.', 'Paris time'],
  ['fr', 'Fin prévue\u00a0: 24 novembre 2026 à 02:00, heure de Paris.', 'heure de Paris'],
] as const)('shows full dates and times in e-mails (%s)', (locale, text, zone) => {
  const started = { kind: 'campaign-started', values: sampleValues['campaign-started'] } as const
  expect(wordingOf(started, locale, names, 'mail').text).toContain(text)
  for (const kind of NotificationKind.options) {
    const { title, text } = wordingOf({ kind, values: sampleValues[kind] }, locale, names, 'mail')
    const words = `${title} ${text}`
    expect(words.split(`, ${zone}`)).toHaveLength(words.split(/\d\d:\d\d/).length)
    expect(words.match(/\d nov\p{L}* 2026/giu)).toEqual(words.match(/\d nov\S*( \d{4})?/gi))
  }
})

test.each(['en', 'fr'] as const)('tells users with and without a password how to react to a new sign-in (%s)', (locale) => {
  expect(wordingOf({ kind: 'new-sign-in', values: sampleValues['new-sign-in'] }, locale, names).text).toMatch(
    /\(Reelfair (?:or|ou) Google\)/,
  )
})

test('shows dates in the Paris time zone', () => {
  expect(wordingOf({ kind: 'campaign-started', values: sampleValues['campaign-started'] }, 'en', names)).toMatchObject({
    title: '“Fridge door” has started',
    text: 'Creators can join. Planned end: 24 Nov, 02:00.',
  })
})

test('offers each role only groups that concern it, and never a choice about money, terms or security', () => {
  expect(groupsFor('brand', [], 'en').map(({ group }) => group)).not.toContain('earnings')
  for (const role of ['creator', 'brand', 'admin'] as const)
    for (const { group, mail } of groupsFor(role, [...NotificationGroup.options], 'en'))
      expect(mail === 'always').toBe(['money', 'terms', 'security'].includes(group))
})

test('offers no e-mail switch to a role that the group never e-mails', () => {
  const switchesOf = (role: Role) =>
    groupsFor(role, [], 'en').flatMap(({ group, mail }) => (mail === 'on' || mail === 'off' ? [group] : []))
  expect(switchesOf('admin')).toEqual([])
  expect(switchesOf('brand')).toEqual(['reviews', 'campaigns', 'invitations', 'partnerships'])
  expect(switchesOf('creator')).toEqual(['reviews', 'earnings', 'invitations', 'partnerships', 'accounts'])
})

test('uses every group', () => expect(new Set(Object.values(kinds).map(({ group }) => group))).toEqual(new Set(Object.keys(groups))))
