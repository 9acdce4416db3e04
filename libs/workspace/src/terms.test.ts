/** The terms' figures that the screens cannot import, because services own them, are what the services reckon with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from './source-files.ts'

const TERMS = 'shell/src/pages/terms'
const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8').replaceAll(/[\u00a0\u202f]/g, ' ')
/** The figure that stands in a source behind these words. */
const figureIn = (file: string, words: RegExp) =>
  Number(new RegExp(`${words.source}([\\d_]+)`).exec(read(file))?.[1]?.replaceAll('_', '') ?? Number.NaN)
const grouped = (figure: number, sign: string) => String(figure).replace(/\B(?=(\d{3})+$)/g, sign)

type Sentences = (figure: number) => { readonly en: string; readonly fr: string }
const figures: readonly (readonly [what: string, file: string, words: RegExp, sentences: Sentences])[] = [
  [
    'accounts per network',
    'libs/contracts/src/verification.ts',
    /MAX_ACCOUNTS_PER_NETWORK = /,
    (n) => ({ en: `theirs: ${n} accounts and`, fr: `lui : ${n} comptes et` }),
  ],
  [
    'attempts per network',
    'libs/contracts/src/verification.ts',
    /MAX_ATTEMPTS_PER_NETWORK = /,
    (n) => ({ en: `and ${n} attempts per network`, fr: `et ${n} essais au plus par réseau` }),
  ],
  [
    'campaigns at a time',
    'services/campaigns/src/domain/eligibility.ts',
    /MAX_ACTIVE_SIGN_UPS = /,
    (n) => ({ en: `runs in ${n} campaigns at most`, fr: `à ${n} campagnes en cours au plus` }),
  ],
  [
    'average views',
    'services/campaigns/src/domain/eligibility.ts',
    /MINIMUM_AVERAGE_VIEWS = /,
    (n) => ({ en: `${grouped(n, ',')} average views at least`, fr: `au moins ${grouped(n, ' ')} vues moyennes` }),
  ],
  [
    'days of a video',
    'services/campaigns/src/config.ts',
    /VIDEO_WINDOW_DAYS: z\.coerce[^,]*?\.default\(/,
    (n) => ({ en: `of one video for ${n} days at most`, fr: `d’une vidéo pendant ${n} jours au plus` }),
  ],
  [
    'hours of a review',
    'services/metrics/src/config.ts',
    /REVIEW_HOURS: z\.coerce[^,]*?\.default\(/,
    (n) => ({ en: `Without a decision within ${n} hours`, fr: `Sans décision sous ${n} heures` }),
  ],
  [
    'pixels of a logo',
    'services/metrics/src/domain/judge-video.ts',
    /MINIMUM_LOGO_PERCENT = /,
    (n) => {
      const pixels = (n / 100) * 1080 * 1920
      return { en: `${grouped(pixels, ',')} px² of 1080 × 1920`, fr: `${grouped(pixels, ' ')} px² pour 1080 × 1920` }
    },
  ],
]

test.each(figures)('the terms say in both languages what is reckoned with: %s', (_, file, words, sentences) => {
  const figure = figureIn(file, words)
  expect(figure).toBeGreaterThan(0)
  for (const locale of ['en', 'fr'] as const) {
    const terms = read(`${TERMS}/messages/${locale}.ts`)
    expect(terms).toContain(sentences(figure)[locale])
    // Another figure would be found out.
    expect(terms).not.toContain(sentences(figure + 1)[locale])
  }
})

test('the share of a logo stands in the terms as it is judged', () => {
  const percent = figureIn('services/metrics/src/domain/judge-video.ts', /MINIMUM_LOGO_PERCENT = /)
  expect(read(`${TERMS}/terms-page.tsx`)).toContain(`share: formatPercent(${percent / 100}, locale)`)
})
