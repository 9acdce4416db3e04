import type { Locale } from '@reelfair/contracts'
import { describe, type TestAPI, test } from 'vitest'

const LOCALES = ['fr', 'en'] as const
/** Continues across the tables of a file. French comes first, because a file's other tests are in English. */
let turn = 0

/** In `npm test`, cases take turns at the languages; in the soak, which sets `LANGUAGES`, each case runs in both. */
const localesOf = (index: number): readonly Locale[] =>
  process.env.LANGUAGES === 'both' ? LOCALES : LOCALES.slice(index % 2, (index % 2) + 1)

/**
 * Puts a language before each row of a table. The rows of a file take turns at the languages; in the soak, each row
 * runs in both.
 * @example test.each(inLanguages([errorRows.conflict, errorRows.unavailable]))('in %s: shows %s', (locale, code, details, texts) => …)
 */
export const inLanguages = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.flatMap((row) => localesOf(turn++).map((locale) => [locale, ...row] as const))

type Case = (name: string, run: () => unknown) => void
/** `inBoth` is for the few texts that the specification fixes word for word. */
type TestInTurn = Case & { each: TestAPI['each']; inBoth: Case }

/**
 * Declares tests for both languages. The tests, and the rows of their tables, take turns at the languages; in the soak,
 * each runs in both.
 * @example describeInLanguages((locale, test) => test('shows its title', () => …))
 */
export function describeInLanguages(declare: (locale: Locale, test: TestInTurn) => void): void {
  describe.each(LOCALES)('in %s', (locale) => {
    let index = 0
    const isDue = () => localesOf(index++).includes(locale)
    const inTurn: Case = (name, run) => {
      if (isDue()) test(name, run)
    }
    const each = ((rows: readonly unknown[]) => test.each(rows.filter(isDue))) as TestAPI['each']
    declare(locale, Object.assign(inTurn, { each, inBoth: test as Case }))
  })
}
