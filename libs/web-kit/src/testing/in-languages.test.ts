import { afterAll, expect, test } from 'vitest'
import { describeInLanguages, inLanguages } from './in-languages.ts'

test('alternates between the languages across the tables of a file', () => {
  expect([...inLanguages([['a']]), ...inLanguages([['b'], ['c']])]).toEqual([
    ['fr', 'a'],
    ['en', 'b'],
    ['fr', 'c'],
  ])
})

test('runs rows with a sentence fixed by the specification in both languages', () => {
  expect(inLanguages([['signup_limit_reached'], ['not_found']]).map(([locale, code]) => `${locale} ${code}`)).toEqual([
    'fr signup_limit_reached',
    'en signup_limit_reached',
    'fr not_found',
  ])
})

const ran: string[] = []
describeInLanguages((locale, test) => {
  const run = (name: string) => void ran.push(`${locale} ${name}`)
  test('runs a test in one language', () => run('a'))
  test.each(['b', 'c', 'd'])('runs row %s in one language', run)
  test.each([['email_taken'], ['f']])('runs row %s in both languages if its sentence is fixed', run)
  test.inBoth('runs a test in both languages', () => run('both'))
  test('runs the next test in the next language', () => run('e'))
})
afterAll(() =>
  expect(ran).toEqual(['fr a', 'fr c', 'fr email_taken', 'fr both', 'fr e', 'en b', 'en d', 'en email_taken', 'en f', 'en both']),
)
