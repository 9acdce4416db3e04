import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fr } from './fr.ts'

const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

test('both languages have the same keys, with the same figures to fill in', () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
  for (const [key, text] of Object.entries(en)) expect([key, holes((fr as Record<string, string>)[key] ?? '')]).toEqual([key, holes(text)])
})

test('French has no-break spaces before : ; ! ? and inside guillemets', () => {
  expect(Object.entries(fr).filter(([, text]) => / [:;!?»]|« /.test(text))).toEqual([])
})
