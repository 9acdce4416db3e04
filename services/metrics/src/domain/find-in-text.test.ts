import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesIn, codesToLookUp, hasCode, hasLink, hasMention, MAX_CODES, titleOf, withoutCodes } from './find-in-text.ts'

const NONE: ReadonlySet<string> = new Set()

test.each([
  'RF-AB2CD',
  'my boots rf-ab2cd #ad',
  'RF AB2CD',
  'RFAB2CD',
  'Rf - ab2cd.',
  'RF–AB2CD', // en dash
  'RF—AB2CD',
  'RF_AB2CD',
  '#rfab2cd',
  '(RF-AB2CD)',
  'code:RF-\nAB2CD',
  'ＲＦ－ＡＢ２ＣＤ',
  'R\u200bF-AB\u00ad2CD',
  'RF-AB2CD🎉',
])('finds the code RF-AB2CD in %j', (caption) => expect(hasCode(caption, 'RF-AB2CD', NONE)).toBe(true))

test.each([
  '',
  'RF-AB2C',
  'RF-AB2CE',
  'RF-AB2CDE',
  'RF-AB2C D',
  'XRF-AB2CD',
  '2RF-AB2CD',
  'éRF-AB2CD',
  'RF-AB2CDé',
  'AB2CD',
  'RF/AB2CD',
  'RF-A B2CD',
])('does not find the code RF-AB2CD in %j', (caption) => expect(hasCode(caption, 'RF-AB2CD', NONE)).toBe(false))

test('counts only a caption’s first sign-up code, and lists each code once', () => {
  expect(codesIn('rf-ab2cd and RF XY3ZW, not RF-AB2C or RF-AB1CD, RF-AB2CD')).toEqual(['RF-AB2CD', 'RF-XY3ZW'])
  const taken = new Set(['RF-AB2CD', 'RF-XY3ZW'])
  expect(hasCode('rf-ab2cd RF XY3ZW', 'RF-AB2CD', taken)).toBe(true)
  expect(hasCode('rf-xy3zw RF AB2CD', 'RF-AB2CD', taken)).toBe(false)
  expect(hasCode('rf-xy3zw RF AB2CD', 'RF-XY3ZW', taken)).toBe(true)
})

test.each(['RF lands', 'rf-lands', 'rf LANDS', 'Our RF-TESTS today:', 'rf-today1', 'rfparty rf_dance', 'my RF photo,', 'RF-QQQQQ'])(
  'ignores %j before the code unless a sign-up has that code',
  (words) => {
    expect(hasCode(`${words} RF-AB2CD`, 'RF-AB2CD', new Set(['RF-AB2CD']))).toBe(true)
    // If a sign-up had this code, the video would count for that sign-up.
    const read = codesIn(words)
    expect(hasCode(`${words} RF-AB2CD`, 'RF-AB2CD', new Set(read))).toBe(read.length === 0)
  },
)

test('looks up only codes that precede the account’s own codes', () => {
  const own = new Set(['RF-AB2CD', 'RF-XY3ZW'])
  const lookedUp = (...captions: string[]) => [...codesToLookUp(captions, own)]
  expect(lookedUp('boots rf-ab2cd RF-QQQQQ', 'RF-QQQQQ of another', 'RF lands', '')).toEqual([])
  expect(lookedUp('rf lands rf-dance RF-XY3ZW rf-party RF-AB2CD', 'RF lands, rf-tests: rf ab2cd')).toEqual([
    'RF-LANDS',
    'RF-DANCE',
    'RF-TESTS',
  ])
})

test('limits the lookups for a 2,200-character caption full of codes', () => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const words = Array.from(
    letters.repeat(12).slice(0, 270),
    (letter, index) => `rf${letter}${letters[index % 23]}${letters[(index * 7) % 24]}22`,
  )
  expect(new Set(words).size).toBeGreaterThan(200)
  const full = words.join(' ').slice(0, 2_191)
  expect(codesIn(full)).toHaveLength(MAX_CODES)
  expect(codesToLookUp([`${full} RF-AB2CD`, 'RF-AB2CD'], new Set(['RF-AB2CD'])).size).toBeLessThan(MAX_CODES)
  expect(hasCode(`${full} RF-AB2CD`, 'RF-AB2CD', NONE)).toBe(false)
  expect(hasCode(`${words.slice(0, MAX_CODES - 1).join(' ')} RF-AB2CD`, 'RF-AB2CD', NONE)).toBe(true)
  // Repeated words count once toward the limit.
  expect(hasCode(`${'rf lands '.repeat(243)} RF-AB2CD`, 'RF-AB2CD', NONE)).toBe(true)
})

test.each([
  ['My boots', 'My boots'],
  ['My boots RF-AB2CD #ad', 'My boots #ad'],
  ['rf–ab2cd My boots\nRF XY3ZW', 'My boots'],
  ['Mes bottes 🥾 ＲＦ－ＡＢ２ＣＤ été', 'Mes bottes 🥾 été'],
  ['R\u200bF-AB\u00ad2CD É', 'É'],
  ['RF- RF-XY3ZW AB2CD', ''],
  ['RF-AB2CDE stays', 'RF-AB2CDE stays'],
])('shows %j as %j to users who may not see its codes', (caption, shown) =>
  expect(withoutCodes(caption, new Set(['RF-AB2CD', 'RF-XY3ZW']))).toBe(shown),
)

test.each([
  ['Sip. RF lands, rf-tea22 and RF-HELLR! RF-AB2CD', 'Sip. RF lands, rf-tea22 and RF-HELLR!'],
  ['RF lands rf ab2cd', 'RF lands'],
  // A code that appears only after another code is removed has not been looked up.
  ['RF- RF-AB2CD XY3ZW', ''],
])('keeps ordinary words when codes are removed: %j becomes %j', (caption, shown) =>
  expect(withoutCodes(caption, new Set(['RF-AB2CD']))).toBe(shown),
)

test('removes codes beyond the lookup limit', () => {
  const words = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'].flatMap((letter) => [`RF-${letter}2222`, `RF-${letter}3333`])
  expect(codesIn(withoutCodes(`${words.join(' ')} RF-AB2CD`, NONE))).toHaveLength(MAX_CODES)
})

test.each([
  ['Sip, RF lands RF-AB2CD\n  Commercial collaboration', 'Sip, RF lands'],
  ['Collaboration commerciale rf-ab2cd', ''],
])('gives %j the title %j', (caption, title) => expect(titleOf(caption, new Set(['RF-AB2CD']))).toBe(title))

const anyCode = fc
  .array(fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'), { minLength: 5, maxLength: 5 })
  // Codes may contain R and F, so part of one code may look like the prefix of another.
  .chain((letters) => fc.constantFrom(letters, ['R', 'F', ...letters.slice(2)], [...letters.slice(0, 3), 'R', 'F']))
  .map((letters) => `RF-${letters.join('')}`)
const written = (code: string, gap: string, lower: boolean) => (lower ? code.toLowerCase() : code).replace('-', gap)
const gap = fc.constantFrom('-', ' ', '', ' - ', '–', '\n', '_')
const around = fc.constantFrom('', ' ', ' de luxe ', '#', ' - ', '. ', ' RF ', ' rf', ' 2 ')

test('finds a code in any format, but no other code', () => {
  fc.assert(
    fc.property(anyCode, anyCode, gap, fc.boolean(), around, around, (code, other, between, lower, before, after) => {
      const caption = `${before} ${written(code, between, lower)}${after}`
      expect(hasCode(caption, code, NONE)).toBe(true)
      if (other !== code) expect(hasCode(caption, other, NONE)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('removes codes in any format, but keeps all other words', () => {
  fc.assert(
    fc.property(anyCode, anyCode, gap, fc.boolean(), around, around, (code, other, between, lower, before, after) => {
      const shown = withoutCodes(
        `Été 🥾${before} ${written(code, between, lower)}${after} ${written(other, between, !lower)} nº 5`,
        new Set([code, other]),
      )
      expect(codesIn(shown).filter((one) => one === code || one === other)).toEqual([])
      expect(shown).toMatch(/^Été 🥾.*nº 5$/s)
    }),
    { numRuns: 500 },
  )
})

test.each([
  'Commercial collaboration',
  'new boots — commercial-collaboration!',
  'Collaboration commerciale avec A',
  'COLLABORATION  COMMERCIALE',
  '#collaborationcommerciale',
  'Publicité',
  'publicite',
  'PUBLICITÉ',
  'Publicite\u0301 : les bottes',
  '#publicité',
  'Paid partnership with A',
  '#paidpartnership',
  'Partenariat rémunéré',
  'collaboration rémunérée',
  'partenariat commercial',
  'Sponsored by A',
  'vidéo sponsorisée',
  'Sponsorisé',
  '#ad',
  '[AD]',
  'Ad: new boots',
  'This is an ad for A.',
  'boots, ad',
  'Advertisement',
  'Not cheap. Ad.',
  'do not miss this ad',
  'pas mal ! publicité',
])('recognises %j as a commercial mention', (caption) => expect(hasMention(caption)).toBe(true))

test.each([
  '',
  'new boots',
  'adventure',
  'dad and I',
  'made in Adland',
  'Adé',
  'ad hoc, ad astra, Ad Nauseam',
  'built in 79 AD',
  'a collaboration with a commercial school',
  'républicité',
  'publicitaire',
  'not an ad',
  'This is not an Ad!',
  'no ad',
  'not sponsored',
  'unsponsored',
  'ceci n’est pas une publicité',
  'pas de publicité',
  'sans collaboration commerciale',
  'non sponsorisé',
  'without any paid partnership',
])('does not recognise %j as a commercial mention', (caption) => expect(hasMention(caption)).toBe(false))

test('recognises a commercial mention after a negated one', () => {
  expect(hasMention('not an ad? well: #ad')).toBe(true)
})

const bio = (text: string, ...bioLinks: string[]) => ({ bio: text, bioLinks })

test.each([
  ['https://a.example/x', bio('', 'https://a.example/x')],
  ['https://a.example/x', bio('', 'http://www.A.example/x/')],
  ['https://www.a.example/', bio('see a.example, and more')],
  ['https://a.example/x', bio('my shop (https://a.example/x)!')],
  ['https://a.example/x', bio('👉 a.example/x 👈')],
  ['https://a.example/x?c=1', bio('', 'https://a.example/x?utm_source=ig&c=1#top')],
  ['https://a.example/é', bio('', 'https://a.example/%C3%A9')],
])('finds %s in %j', (link, where) => expect(hasLink(where, link)).toBe(true))

test.each([
  ['https://a.example/x', bio('', 'https://a.example/y')],
  ['https://a.example/x', bio('', 'https://a.example/x/y')],
  ['https://a.example/x', bio('https://a.example/')],
  ['https://a.example/x', bio('', 'https://evil.example/?to=https://a.example/x')],
  ['https://a.example/x', bio('a.example.evil.example/x')],
  ['https://a.example/X', bio('a.example/x')],
  ['https://a.example/x?c=1', bio('', 'https://a.example/x?c=2')],
  ['https://a.example/', bio('no links here. none.', 'not a link', 'javascript://a.example/')],
  ['https://a.example/', bio('')],
])('does not find %s in %j', (link, where) => expect(hasLink(where, link)).toBe(false))

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 }).map((points) => String.fromCodePoint(...points))

test('handles arbitrary captions and bios without errors', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      hasCode(text, 'RF-AB2CD', NONE)
      hasMention(text)
      withoutCodes(text, NONE)
      hasLink({ bio: text, bioLinks: [text] }, 'https://a.example/')
    }),
  )
})

test('processes adversarial captions quickly', () => {
  const from = performance.now()
  for (const text of [
    'rf '.repeat(20_000),
    `${'rf-'.repeat(300)}ab2cd${' ab2cd'.repeat(300)}`,
    'not a '.repeat(20_000),
    `ad${' '.repeat(50_000)}x`,
    'collaboration - '.repeat(10_000),
    '-'.repeat(50_000),
  ]) {
    hasCode(text, 'RF-AB2CD', NONE)
    hasMention(text)
    withoutCodes(text, NONE)
    hasLink({ bio: text, bioLinks: [] }, 'https://a.example/')
  }
  expect(performance.now() - from).toBeLessThan(5_000)
})
