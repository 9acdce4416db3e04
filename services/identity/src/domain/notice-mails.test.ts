import { expect, test } from 'vitest'
import { layOut } from './mail-layout.ts'
import { type NoticeKind, type NoticeValues, noticeText } from './notice-mails.ts'

const message = { name: 'Ada', email: 'ada@b.example', topic: 'brand', message: 'Hello' } as const

/** Values of each kind, as the outbox stores them. */
const examples: { readonly [Kind in NoticeKind]: NoticeValues<Kind> } = {
  'email-change-asked': { newEmail: 'ida@alpine.example' },
  'email-changed': { newEmail: 'ida@alpine.example', at: '2026-11-24T19:05:00.000Z' },
  'password-changed': { at: '2026-11-24T19:05:00.000Z', device: 'Firefox' },
  'account-deleted': { at: '2026-11-24T19:05:00.000Z', by: 'user' },
  'google-connected': { googleEmail: 'ida@gmail.example', at: '2026-11-24T19:05:00.000Z' },
  'google-disconnected': { googleEmail: 'ida@gmail.example', at: '2026-11-24T19:05:00.000Z' },
  'second-factor-added': { at: '2026-11-24T19:05:00.000Z' },
  'second-factor-removed': { at: '2026-11-24T19:05:00.000Z' },
  'recovery-code-used': { at: '2026-11-24T19:05:00.000Z', left: 9 },
  'sign-up-unfinished': {},
  'contact-message': message,
  'contact-copy': { ...message, support: 'help@reelfair.test' },
}

const origin = 'https://reelfair.test'
const cases = (Object.keys(examples) as NoticeKind[]).flatMap((kind) => (['en', 'fr'] as const).map((locale) => [kind, locale] as const))

test.each(cases)('composes a %s e-mail in %s as text and as HTML', (kind, locale) => {
  const notice = noticeText(kind, examples[kind], { locale, origin })
  const { subject, text, html } = layOut(notice, locale)
  expect(subject).toMatch(/\S{3}/)
  for (const part of [...notice.before, ...(notice.after ?? [])]) expect(text).toContain(part)
  for (const href of html.matchAll(/href="([^"]*)"/g)) expect(href[1]).toMatch(/^https:\/\/reelfair\.test\//)
  expect(html).toContain(`lang="${locale}"`)
  expect(text).not.toMatch(/undefined|\[object|Invalid Date/)
})

test.each(Object.keys(examples) as NoticeKind[])('has different texts for a %s e-mail in English and French', (kind) => {
  const [english, french] = (['en', 'fr'] as const).map((locale) => noticeText(kind, examples[kind], { locale, origin }))
  expect(french?.subject).not.toBe(english?.subject)
  expect(french?.before).not.toEqual(english?.before)
})

test.each([
  ['en', 'as you asked', 'You didn’t ask for this?'],
  ['fr', 'comme vous l’avez demandé', 'Vous n’avez pas demandé cette suppression ?'],
] as const)('says in %s that the user asked for the deletion, unless an operator deleted the account', (locale, asked, question) => {
  const textOf = (by: 'user' | 'operator') => {
    const { before, after = [] } = noticeText('account-deleted', { ...examples['account-deleted'], by }, { locale, origin })
    return [...before, ...after].join(' ')
  }
  for (const words of [asked, question]) {
    expect(textOf('user')).toContain(words)
    expect(textOf('operator')).not.toContain(words)
  }
})

test.each([
  ['en', 'You gave up your balance of €1,250.00.', 'You gave up your remaining view credits: 12,000.', 'gave up'],
  [
    'fr',
    'Vous avez renoncé à votre solde de 1\u00a0250,00\u00a0€.',
    'Vous avez renoncé à vos crédits de vues restants : 12\u00a0000.',
    'renoncé',
  ],
] as const)('says in %s what the user gave up, if anything', (locale, balance, credits, word) => {
  const textOf = (givenUp: object) =>
    noticeText('account-deleted', { ...examples['account-deleted'], ...givenUp }, { locale, origin }).before
  expect(textOf({ givenUpCents: 125_000, givenUpCredits: 0 })).toContain(balance)
  expect(textOf({ givenUpCents: 0, givenUpCredits: 12_000 })).toContain(credits)
  for (const nothing of [{}, { givenUpCents: 0, givenUpCredits: 0 }]) expect(textOf(nothing).join(' ')).not.toContain(word)
})

test('prints times in the Paris time zone', () => {
  const { before } = noticeText('password-changed', examples['password-changed'], { locale: 'en', origin })
  expect(before[0]).toContain('24 November 2026 at 20:05, Paris time')
})

test('escapes text and links in HTML but not in plain text', () => {
  const mail = { subject: 'a <b> & "c"', before: ['<script>\n'], button: { label: '<i>', href: 'https://reelfair.test/?a="b&c' } }
  const { subject, text, html } = layOut(mail, 'en')
  expect(subject).toBe('a <b> & "c"')
  expect(text).toContain('<script>')
  expect(html).not.toMatch(/<script|<b>|<i>|="b/)
  expect(html).toContain('href="https://reelfair.test/?a=&quot;b&amp;c"')
})
