import { isEasyPassword } from '@reelfair/rules'

export const STRENGTHS = ['common', 'weak', 'fair', 'strong'] as const

export type Strength = (typeof STRENGTHS)[number]

/** A character that repeats or continues the previous one, as in "aaa" or "345", adds almost nothing. */
const steps = (password: string): number =>
  [...password].filter((character, index, all) => {
    const before = all[index - 1]
    return before === undefined || Math.abs((character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) > 1
  }).length

const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
]

/** Estimates the strength from length and variety. @returns undefined if the password is too short to accept */
export function strengthOf(password: string): Strength | undefined {
  if (password.length < 6) return undefined
  if (isEasyPassword(password)) return 'common'
  const letters = ALPHABETS.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
  const bits = steps(password) * Math.log2(letters)
  return bits < 45 ? 'weak' : bits < 65 ? 'fair' : 'strong'
}
