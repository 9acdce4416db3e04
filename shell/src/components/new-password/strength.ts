export const STRENGTHS = ['common', 'weak', 'fair', 'strong'] as const

export type Strength = (typeof STRENGTHS)[number]

/** Small, so that pages load fast; the service checks the full list. */
const COMMON = new Set(
  (
    'password passw0rd motdepasse qwerty qwertyuiop azerty azertyuiop 123456 654321 123123 111111 000000 abc123 abcdef iloveyou jetaime ' +
    'letmein welcome bienvenue bonjour admin administrator monkey dragon football soleil doudou chouchou loulou sunshine princess ' +
    'princesse master superman batman trustno1 reelfair instagram tiktok youtube'
  ).split(' '),
)

/** Letters without the digits and signs that people add to common words. */
const stemOf = (password: string) => password.toLowerCase().replaceAll(/[\d\W_]+$/g, '')

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
  if (COMMON.has(password.toLowerCase()) || COMMON.has(stemOf(password)) || new Set(password).size < 3) return 'common'
  const letters = ALPHABETS.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
  const bits = steps(password) * Math.log2(letters)
  return bits < 45 ? 'weak' : bits < 65 ? 'fair' : 'strong'
}
