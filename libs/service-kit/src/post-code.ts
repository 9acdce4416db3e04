import { randomInt } from 'node:crypto'

/** Excludes the look-alike characters 0, O, 1 and I. @source decisions §3, §5 */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Separate first letters, so that services that know nothing of each other's codes never draw the same one. */
const FIRST = { 'sign-up': 'ABCDEFGHJKLM', partnership: 'NPQRSTUVWXYZ' } as const

const pick = (characters: string) => characters.charAt(randomInt(characters.length))

/**
 * Draws the code that a creator puts in captions. Never draws the same code for a sign-up and a partnership.
 * @example randomPostCode('sign-up') // 'RF-K7Q2M'
 */
export const randomPostCode = (of: keyof typeof FIRST): string =>
  `RF-${pick(FIRST[of])}${Array.from({ length: 4 }, () => pick(CHARACTERS)).join('')}`
