import { randomInt } from 'node:crypto'

/** Excludes the look-alike characters 0, O, 1 and I. @source decisions §3, §5 */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** @example randomPostCode() // 'RF-7KQ2M' */
export const randomPostCode = (): string => `RF-${Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
