import { expect, test } from 'vitest'
import { inLanguages } from './error-rows.ts'

test('takes turns at the languages across the tables of a file', () => {
  expect([...inLanguages([['a']]), ...inLanguages([['b'], ['c']])]).toEqual([
    ['fr', 'a'],
    ['en', 'b'],
    ['fr', 'c'],
  ])
})
