import { randomInt } from 'node:crypto'

/** Without look-alikes: no 0 O 1 I. @source decisions §3, §5 */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code for the videos of one sign-up; nobody can guess the next one. @example randomPostCode() // 'RF-7KQ2M' */
export const randomPostCode = (): string => `RF-${Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
