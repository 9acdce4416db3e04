/** Compares figures in the Terms with the services that own them, because screens cannot import services. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from './source-files.ts'

const TERMS = 'shell/src/pages/terms'
const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8').replaceAll(/[\u00a0\u202f]/g, ' ')
const figureIn = (file: string, words: RegExp) =>
  Number(new RegExp(`${words.source}([\\d_]+)`).exec(read(file))?.[1]?.replaceAll('_', '') ?? Number.NaN)
const grouped = (figure: number, sign: string) => String(figure).replace(/\B(?=(\d{3})+$)/g, sign)

type Sentences = (figure: number) => { readonly en: string; readonly fr: string }
const figures: readonly (readonly [what: string, file: string, words: RegExp, sentences: Sentences])[] = [
  [
    'accounts per network',
    'libs/contracts/src/verification.ts',
    /MAX_ACCOUNTS_PER_NETWORK = /,
    (n) => ({ en: `up to ${n} accounts and`, fr: `la limite est de ${n} comptes et` }),
  ],
  [
    'attempts per network',
    'libs/contracts/src/verification.ts',
    /MAX_ATTEMPTS_PER_NETWORK = /,
    (n) => ({ en: `accounts and ${n} attempts.`, fr: `comptes et ${n} tentatives.` }),
  ],
  [
    'campaigns at a time',
    'services/campaigns/src/domain/eligibility.ts',
    /MAX_ACTIVE_SIGN_UPS = /,
    (n) => ({ en: `in up to ${n} campaigns at a time`, fr: `à ${n} campagnes en cours au maximum` }),
  ],
  [
    'average views',
    'services/campaigns/src/domain/eligibility.ts',
    /MINIMUM_AVERAGE_VIEWS = /,
    (n) => ({ en: `at least ${grouped(n, ',')} average views`, fr: `au moins ${grouped(n, ' ')} vues en moyenne` }),
  ],
  [
    'hours of waiting for a silent network',
    'libs/rules/src/nights.ts',
    /SILENCE_MS = /,
    (n) => ({ en: `that is ${n} hours or more after the planned one`, fr: `au moins ${n} heures après celui qui était prévu` }),
  ],
  [
    'days before new terms apply to everyone',
    'libs/contracts/src/terms.ts',
    /TERMS_NOTICE_DAYS = /,
    (n) => ({ en: `take effect ${n} days later`, fr: `prennent effet ${n} jours plus tard` }),
  ],
  [
    'minimum pixels of a logo',
    'libs/rules/src/videos.ts',
    /MIN_LOGO_PERCENT = /,
    (n) => {
      const pixels = (n / 100) * 1080 * 1920
      return { en: `${grouped(pixels, ',')} px² of 1080 × 1920`, fr: `${grouped(pixels, ' ')} px² pour 1080 × 1920` }
    },
  ],
]

test.each(figures)('compares the Terms in both languages with the current value: %s', (_, file, words, sentences) => {
  const figure = figureIn(file, words)
  expect(figure).toBeGreaterThan(0)
  for (const locale of ['en', 'fr'] as const) {
    const terms = read(`${TERMS}/messages/${locale}.ts`)
    expect(terms).toContain(sentences(figure)[locale])
    expect(terms).not.toContain(sentences(figure + 1)[locale])
  }
})

test('checks the night of the final count in the Terms against the rules', () => {
  const nights = { en: ['', 'first', 'second', 'third', 'fourth'], fr: ['', 'première', 'deuxième', 'troisième', 'quatrième'] }
  const [early = 0, late = 0] = (/SETTLEMENT_TIME\) \? (\d) : (\d)\)/.exec(read('libs/rules/src/nights.ts')) ?? []).slice(1).map(Number)
  expect(early).toBeGreaterThan(0)
  for (const [locale, words] of Object.entries(nights)) {
    const terms = read(`${TERMS}/messages/${locale}.ts`)
    const [when = ''] = /'final-when':\s*'([^']+)'/.exec(terms)?.slice(1) ?? []
    expect([words[early], words[late]].map((word) => when.indexOf(` ${word} `) > 0)).toEqual([true, true])
    expect(when.indexOf(` ${words[early]} `)).toBeLessThan(when.indexOf(` ${words[late]} `))
  }
})
