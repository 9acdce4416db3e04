import { PostCode } from '@reelfair/contracts'
import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { randomPostCode } from './index.ts'

test.each([
  ['sign-up', 'ABCDEFGHJKLM'],
  ['partnership', 'NPQRSTUVWXYZ'],
] as const)('the code of a %s starts with one of the letters %s', (of, letters) => {
  const codes = times(2_000, () => randomPostCode(of))
  for (const code of codes) expect(PostCode.safeParse(code).success).toBe(true)
  expect(new Set(codes.map((code) => code[3]))).toEqual(new Set(letters))
  expect(new Set(codes.map((code) => code[7])).size).toBe(32)
})
