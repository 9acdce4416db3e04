import type { ErrorCode, Locale } from '@reelfair/contracts'
import { describe, type TestAPI, test } from 'vitest'

const LOCALES = ['fr', 'en'] as const
/** Continues across the tables of a file. French comes first, because a file's other tests are in English. */
let turn = 0

/** The specification fixes the sentences of these errors. @source specification §5 and §8 */
const FIXED: ReadonlySet<unknown> = new Set<ErrorCode>([
  'already_signed_up',
  'campaign_consumed',
  'campaign_unavailable',
  'creator_profile_missing',
  'creators_only',
  'data_invalid',
  'email_taken',
  'media_dimensions',
  'media_image_unreadable',
  'media_too_large',
  'media_type',
  'media_video_unreadable',
  'reference_invalid',
  'signup_limit_reached',
])

/**
 * In `npm test`, cases alternate between the languages, except for rows with a fixed sentence, which run in both. In
 * the soak, which sets `LANGUAGES`, all cases run in both.
 */
const localesOf = (index: number, row: readonly unknown[] = []): readonly Locale[] =>
  process.env.LANGUAGES === 'both' || row.some((cell) => FIXED.has(cell)) ? LOCALES : LOCALES.slice(index % 2, (index % 2) + 1)

/**
 * Puts a language before each row of a table. A file's rows alternate between the languages; in the soak, and if the
 * specification fixes a row's sentence, it runs in both.
 * @example test.each(inLanguages([errorRows.conflict, errorRows.unavailable]))('in %s: shows %s', (locale, code, details, texts) => …)
 */
export const inLanguages = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.flatMap((row) => localesOf(turn++, row).map((locale) => [locale, ...row] as const))

type Case = (name: string, run: () => unknown) => void
/** `inBoth` is for the few texts that the specification fixes word for word. */
type TestInTurn = Case & { each: TestAPI['each']; inBoth: Case }

/**
 * Declares tests for both languages. The tests, and the rows of their tables, alternate between the languages; in the
 * soak, each runs in both.
 * @example describeInLanguages((locale, test) => test('shows its title', () => …))
 */
export function describeInLanguages(declare: (locale: Locale, test: TestInTurn) => void): void {
  describe.each(LOCALES)('in %s', (locale) => {
    let index = 0
    const isDue = (row?: unknown) => localesOf(index++, [row].flat()).includes(locale)
    const inTurn: Case = (name, run) => {
      if (isDue()) test(name, run)
    }
    const each = ((rows: readonly unknown[]) => test.each(rows.filter((row) => isDue(row)))) as TestAPI['each']
    declare(locale, Object.assign(inTurn, { each, inBoth: test as Case }))
  })
}
