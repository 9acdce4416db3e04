import { eventKey, events, NotificationGroup, NotificationKind } from '@reelfair/contracts'
import { describe, expect, test } from 'vitest'
import { sampleValues } from '../notifications.fixture.ts'
import { groupsFor } from './notification-choices.ts'
import { groups } from './notification-groups.ts'
import { sayIn } from './notification-say.ts'
import { kinds, table, texts } from './notification-table.ts'
import { wordingOf } from './notification-wording.ts'

const names = { campaigns: new Map([['campaign', 'Fridge door']]), accounts: new Map([['account', 'tom.cuisine']]) }
const NO_NAMES = { campaigns: new Map(), accounts: new Map() }
const keys = table.map(({ event }) => eventKey(event))

// Tests that share this process may declare events of their own.
const ofContracts = [...events.keys()].filter((key) => !/^(?:box|kit|test)\./.test(key))

test.each(ofContracts)('has exactly one entry for %s', (key) => expect(keys.filter((one) => one === key)).toEqual([key]))

test('has no entry for an event that contracts lack', () => expect(keys.filter((key) => !events.has(key))).toEqual([]))

describe.each(NotificationKind.options)('%s', (kind) => {
  const given = { kind, values: sampleValues[kind] }

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

  test('formats money as each language does', () => {
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

test('writes one view in the singular', () => {
  const en = texts.en['campaign-settled']({ campaignId: 'campaign', charged: 1 }, sayIn('en', names))
  expect(en.text).toContain('1\u00a0view charged')
  const fr = texts.fr['campaign-settled']({ campaignId: 'campaign', charged: 1 }, sayIn('fr', names))
  expect(fr.text).toContain('1\u00a0vue facturée.')
})

test('uses dates in Paris', () => {
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

test('uses every group', () => expect(new Set(Object.values(kinds).map(({ group }) => group))).toEqual(new Set(Object.keys(groups))))
