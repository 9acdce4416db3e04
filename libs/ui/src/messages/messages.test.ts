import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fr } from './fr.ts'

test('uses no-break spaces with French punctuation and defines the same keys in both languages', () => {
  const texts = Object.values(fr).map((text) => (typeof text === 'function' ? (text as (...a: string[]) => string)('a', 'b') : text))
  expect(texts.filter((text) => / [:;!?»]|« /.test(text))).toEqual([])
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
})
