import { expect, test } from 'vitest'
import { CampaignDraft, WizardDraft } from './campaigns.ts'
import type { errorTable } from './errors.ts'
import { BrandForm } from './identity.ts'
import { InvitationDraft } from './partnerships.ts'
import { isSafeLink, shownLink } from './text.ts'
import { PlainText } from './words.ts'

const reasonsOf = (schema: typeof CampaignDraft | typeof WizardDraft | typeof BrandForm | typeof InvitationDraft, input: object) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const faultsOf = (text: string, options?: { lines: boolean }) =>
  PlainText(80, options)
    .safeParse(text)
    .error?.issues.map(({ message }) => message)

test.each([
  ['U+0000', 'Fri\u0000dge'],
  ['a line break', 'Fridge\ndoor'],
  ['an escape sequence', '\u001b[31mred'],
  ['U+0085', 'a\u0085b'],
  ['a bidi override', 'Fridge \u202Eegdirf'],
  ['a bidi isolate', 'Fridge \u2066door'],
  ['a paragraph separator', 'a\u2029b'],
  ['a lone surrogate', 'a\ud83d'],
  ['only invisible characters', '\u200b\u200b'],
  ['a Hangul filler', 'Brand\u3164'],
  ['a leading Hangul filler', '\u115fBrand'],
  ['a medial Hangul filler', 'Br\u1160and'],
  ['a half-width Hangul filler', 'Brand\uffa0'],
  ['an empty Braille pattern', 'Brand\u2800'],
  ['an Arabic letter mark', 'Brand\u061c'],
  ['a direction mark', 'Brand\u200f'],
  ['a word joiner', 'Br\u2060and'],
  ['a soft hyphen', 'Br\u00adand'],
  ['a combining grapheme joiner', 'Br\u034fand'],
  ['a zero-width space', 'Br\u200band'],
  ['a zero-width joiner between Latin letters', 'Br\u200dand'],
  ['a zero-width non-joiner between Latin letters', 'Br\u200cand'],
  ['a dangling joiner after an emoji', 'Brand 👩\u200d'],
  ['tag characters', 'Brand\u{e0041}\u{e007f}'],
  ['a variation selector on a letter', 'Br\ufe0fand'],
  ['two variation selectors', '❤\ufe0f\ufe0f'],
  ['a supplementary variation selector', 'Brand\u{e0100}'],
  ['a private-use character', 'Brand\ue000'],
  ['an interlinear annotation mark', 'Brand\ufff9'],
])('rejects a text with %s', (_, text) => {
  expect(faultsOf(text)).toEqual(['text_characters' satisfies keyof typeof errorTable])
})

test.each(['Kéfiro, « Porte de frigo »', '冷蔵庫', 'ثلاجة', 'שלום 7', '👩‍👩‍👧 family', '❤️ 1️⃣ 👩🏽‍🚀', 'می‌خواهم', 'क्‍ष', 'O’Neill-Ünal'])(
  'accepts %s unchanged',
  (text) => {
    expect(PlainText(80).parse(text)).toBe(text.normalize('NFC'))
  },
)

test('trims and normalises text before checking its length', () => {
  expect(PlainText(4).parse('  Cafe\u0301\u00a0\n')).toBe('Café')
  expect(faultsOf('   ')).toHaveLength(1)
  expect(faultsOf('x'.repeat(81))).toHaveLength(1)
})

test('limits a text’s length in grapheme clusters and in bytes', () => {
  for (const text of ['👩‍👩‍👧'.repeat(20), 'e\u0323\u0302'.repeat(20), '冷'.repeat(20)]) {
    expect(PlainText(20).safeParse(text).error).toBeUndefined()
    expect(PlainText(19).safeParse(text).error?.issues).toMatchObject([{ code: 'too_big', maximum: 19 }])
  }
  expect(PlainText(20).safeParse(`a${'\u0301'.repeat(400)}`).error?.issues).toHaveLength(1)
})

test('accepts line breaks only in a multi-line text', () => {
  expect(PlainText(80, { lines: true }).parse('one\r\ntwo\nthree')).toBe('one\r\ntwo\nthree')
  expect(faultsOf('one\ntwo \u202e', { lines: true })).toEqual(['text_characters'])
})

test.each([
  'https://user:pw@evil.example/',
  'https://brand.example@evil.example',
  'http://user@a.example/x',
  'https://brand.example\\@evil.example',
  'https:\\\\evil.example/x',
  'https://brand.example/\u202eexe.gpj',
  'https://brand.example/\u0000',
  'https://brand\u200b.example/',
  'https://brand.example/a\tb',
])('rejects %s in campaigns and invitations, because the link disguises its host', (link) => {
  for (const schema of [CampaignDraft, InvitationDraft]) expect(reasonsOf(schema, { link })).toContainEqual(['link', 'link_unsafe'])
})

test.each(['https://a.example/@brand', 'https://a.example/?to=me@b.example', 'http://a.example'])('accepts the link %s', (link) => {
  for (const schema of [CampaignDraft, InvitationDraft]) expect(reasonsOf(schema, { link }).map(([field]) => field)).not.toContain('link')
})

test('rejects duplicate zones in a campaign and its draft', () => {
  for (const schema of [CampaignDraft, WizardDraft]) {
    const faultsOfZones = (zones: string[]) => reasonsOf(schema, { step: 1, zones }).filter(([field]) => field === 'zones')
    expect(faultsOfZones(['EU', 'EU', 'EU'])).toEqual([['zones', 'invalid_input']])
    expect(faultsOfZones(['EU', 'US'])).toEqual([])
  }
})

test('rejects invalid characters in every user-written text', () => {
  const bad = 'a\u202eb c'
  const form = {
    brandName: bad,
    contactFirstName: bad,
    contactLastName: bad,
    contactEmail: 'a@example.org',
    contactPhone: bad,
    termsAccepted: true,
  }
  expect(reasonsOf(BrandForm, form)).toEqual(
    ['brandName', 'contactFirstName', 'contactLastName', 'contactPhone'].map((field) => [field, 'text_characters']),
  )
  expect(reasonsOf(CampaignDraft, { name: bad })).toContainEqual(['name', 'text_characters'])
  expect(reasonsOf(InvitationDraft, { caption: bad })).toContainEqual(['caption', 'text_characters'])
})

test.each([
  ['https://shop.brand.example/a?b=c#d', 'https://shop.brand.example/a?b=c#d'],
  ['https://müller.example/straße', 'https://müller.example/straße'],
  ['https://пример.example/x', 'https://пример.example/x'],
  ['https://冷蔵庫ショップ.example', 'https://冷蔵庫ショップ.example'],
  // A Cyrillic а, then a Greek ο, among Latin letters.
  ['https://p\u0430ypal.example/login', 'https://xn--pypal-4ve.example/login'],
  ['https://www.g\u03bfogle.example:8080', 'https://www.xn--gogle-rce.example:8080'],
])('shows the link %s as %s', (link, shown) => {
  expect(isSafeLink(link)).toBe(true)
  expect(shownLink(link)).toBe(shown)
})
