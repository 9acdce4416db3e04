import { afterAll, expect, test } from 'vitest'
import { describeInLanguages, inLanguages } from './in-languages.ts'

test('takes turns at the languages across the tables of a file', () => {
  expect([...inLanguages([['a']]), ...inLanguages([['b'], ['c']])]).toEqual([
    ['fr', 'a'],
    ['en', 'b'],
    ['fr', 'c'],
  ])
})

const ran: string[] = []
describeInLanguages((locale, test) => {
  const run = (name: string) => void ran.push(`${locale} ${name}`)
  test('runs a test in one language', () => run('a'))
  test.each(['b', 'c', 'd'])('runs row %s in one language', run)
  test.inBoth('runs a test in both languages', () => run('both'))
  test('runs the next test in the next language', () => run('e'))
})
afterAll(() => expect(ran).toEqual(['fr a', 'fr c', 'fr both', 'fr e', 'en b', 'en d', 'en both']))
