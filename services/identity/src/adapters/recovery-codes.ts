import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@reelfair/contracts'
import { hashOfSecret } from '@reelfair/service-kit'

/** Without the look-alikes 0, O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 80 random bits, so that a fast hash is enough. */
const LENGTH = 16

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** @returns the codes for the user, in groups of four such as `7KQ2-M4XW-…`, and the hashes to store */
export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: string[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, newCode)
  return { codes: plain.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-')), hashes: plain.map(hashOfSecret) }
}
