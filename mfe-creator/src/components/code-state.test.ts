import { expect, test } from 'vitest'
import { codeState } from './code-state.ts'

const until = '2026-11-22T12:55:00.000Z'
const end = Date.parse(until)

test.each([
  [{ code: 'XF94URN', codeExpiresAt: until }, end - 1, 'usable'],
  [{ code: 'XF94URN', codeExpiresAt: until }, end, 'over'],
  [{}, end - 1, 'over'],
] as const)('for account %j at %d, the code is %s', (account, now, state) => {
  expect(codeState(account, now)).toBe(state)
})
