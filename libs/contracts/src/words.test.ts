import { expect, test } from 'vitest'
import { CampaignDraft, WizardDraft } from './campaigns.ts'
import type { errorTable } from './errors.ts'
import { BrandForm } from './identity.ts'
import { InvitationDraft } from './partnerships.ts'
import { PlainText } from './words.ts'

const reasonsOf = (schema: typeof CampaignDraft | typeof WizardDraft | typeof BrandForm | typeof InvitationDraft, input: object) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const faultsOf = (text: string, options?: { lines: boolean }) =>
  PlainText(80, options)
    .safeParse(text)
    .error?.issues.map(({ message }) => message)

test.each([
  ['U+0000', 'Fri\u0000dge'],
  ['a line end', 'Fridge\ndoor'],
  ['an escape', '\u001b[31mred'],
  ['U+0085', 'a\u0085b'],
  ['a bidi override', 'Fridge \u202Eegdirf'],
  ['a bidi isolate', 'Fridge \u2066door'],
  ['a paragraph separator', 'a\u2029b'],
  ['half a character', 'a\ud83d'],
  ['nothing to see', '\u200b\u200b'],
])('a text with %s is refused with the sentence for it', (_, text) => {
  expect(faultsOf(text)).toEqual(['text_characters' satisfies keyof typeof errorTable])
})

test.each(['Kéfiro, « Porte de frigo »', '冷蔵庫', 'ثلاجة', 'שלום 7', '👩‍👩‍👧 family', 'O’Neill-Ünal'])('%s is taken as it is', (text) => {
  expect(PlainText(80).parse(text)).toBe(text.normalize('NFC'))
})

test('a text loses the blanks around it and is composed, before it is measured', () => {
  expect(PlainText(4).parse('  Cafe\u0301\u00a0\n')).toBe('Café')
  expect(faultsOf('   ')).toHaveLength(1)
  expect(faultsOf('x'.repeat(81))).toHaveLength(1)
})

test('only a text of several lines takes line ends', () => {
  expect(PlainText(80, { lines: true }).parse('one\r\ntwo\nthree')).toBe('one\r\ntwo\nthree')
  expect(faultsOf('one\ntwo \u202e', { lines: true })).toEqual(['text_characters'])
})

test.each(['https://user:pw@evil.example/', 'https://brand.example@evil.example', 'http://user@a.example/x'])(
  'the address %s, which hides its host, is refused for campaigns and invitations',
  (link) => {
    expect(reasonsOf(CampaignDraft, { link })).toContainEqual(['link', 'link_invalid'])
    expect(reasonsOf(InvitationDraft, { link }).map(([field]) => field)).toContain('link')
  },
)

test.each(['https://a.example/@brand', 'https://a.example/?to=me@b.example', 'http://a.example'])('the address %s is taken', (link) => {
  for (const schema of [CampaignDraft, InvitationDraft]) expect(reasonsOf(schema, { link }).map(([field]) => field)).not.toContain('link')
})

test('a zone is named once, in a campaign as in its draft', () => {
  for (const schema of [CampaignDraft, WizardDraft]) {
    const faultsOfZones = (zones: string[]) => reasonsOf(schema, { step: 1, zones }).filter(([field]) => field === 'zones')
    expect(faultsOfZones(['EU', 'EU', 'EU'])).toEqual([['zones', 'invalid_input']])
    expect(faultsOfZones(['EU', 'US'])).toEqual([])
  }
})

test('every text that people write is guarded', () => {
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
