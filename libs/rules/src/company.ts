/** Registration numbers, VAT numbers and postal codes of companies. Empty input is never valid. */

const bare = (typed: string) => typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()
const digitsOf = (text: string) => [...text].map(Number)
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)

/** Sum of the digits, with every second one from the right doubled and its digits added. @source ISO/IEC 7812-1 */
function luhnSum(digits: readonly number[]): number {
  return digits.toReversed().reduce((sum, digit, at) => {
    const value = at % 2 === 0 ? digit : digit * 2
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
const isLuhn = (text: string) => luhnSum(digitsOf(text)) % 10 === 0

/** La Poste’s establishments share one SIREN and follow their own rule. @source INSEE */
const LA_POSTE = '356000000'

/**
 * A French company (SIREN, 9 digits) or one of its establishments (SIRET, 14 digits).
 * @returns the digits, or undefined if a check digit is wrong
 * @example frenchNumber('732 829 320') // '732829320'
 */
export function frenchNumber(typed: string): string | undefined {
  const number = bare(typed)
  if (/^\d{9}$/.test(number)) return isLuhn(number) ? number : undefined
  if (!/^\d{14}$/.test(number) || !isLuhn(number.slice(0, 9))) return undefined
  if (isLuhn(number)) return number
  const sum = digitsOf(number).reduce((total, digit) => total + digit, 0)
  return number.startsWith(LA_POSTE) && sum % 5 === 0 ? number : undefined
}

/** @source ISO 7064, MOD 11,10 */
function isMod1110(text: string): boolean {
  const digits = digitsOf(text)
  const product = digits.slice(0, -1).reduce((former, digit) => {
    const sum = (digit + former) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return (11 - product) % 10 === digits.at(-1)
}

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** A person's number ends with a check letter; a company's with a check digit or letter, depending on its kind. */
function isSpanish(text: string): boolean {
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(text)
  if (person) {
    const [, kind = '', number = '', letter] = person
    if (kind.length + number.length !== 8) return false
    return NIF_LETTERS[Number(`${kind && 'XYZ'.indexOf(kind)}${number}`) % 23] === letter
  }
  const [, kind = '', number = '', control = ''] = /^([A-HJNP-SUVW])(\d{7})([\dA-J])$/.exec(text) ?? []
  if (!kind) return false
  const check = (10 - (luhnSum([...digitsOf(number), 0]) % 10)) % 10
  const letter = 'JABCDEFGHI'[check]
  if ('PQRSNW'.includes(kind)) return control === letter
  if ('ABEH'.includes(kind)) return control === String(check)
  return control === letter || control === String(check)
}

const DUTCH_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2] as const

/** Companies use the older check digit; sole traders have had a different one since 2020. */
function isDutch(text: string): boolean {
  const digits = digitsOf(text.slice(0, 9))
  if (weighted(digits, DUTCH_WEIGHTS) % 11 === digits[8]) return true
  const asNumber = [...`NL${text}`].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(asNumber) % 97n === 1n
}

const isFrench = (text: string) => {
  const [key, siren] = [text.slice(0, 2), text.slice(2)]
  if (!isLuhn(siren)) return false
  return /\D/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}

/** Whether the weighted sum of the leading digits is a multiple of the modulus. */
const multipleOf = (modulus: number, weights: readonly number[]) => (text: string) => weighted(digitsOf(text), weights) % modulus === 0

const isGreek = (text: string) => {
  const digits = digitsOf(text)
  return ((digits.slice(0, -1).reduce((sum, digit) => 2 * sum + digit, 0) * 2) % 11) % 10 === digits.at(-1)
}

/** Numbers from 2009 on have a different remainder. Branches add three digits to their company's number. */
const isBritish = (text: string) => [0, 42, 55].includes(weighted(digitsOf(text), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97)

const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'
const irishLetter = (digits: string, last: string) =>
  IRISH_LETTERS[(weighted(digitsOf(digits.padStart(7, '0')), [8, 7, 6, 5, 4, 3, 2]) + 9 * Math.max(0, IRISH_LETTERS.indexOf(last))) % 23]

/** In the older form, the second character is a letter or a sign and the first digit comes last. */
const isIrish = (text: string) =>
  /^\d{7}/.test(text) ? text[7] === irishLetter(text.slice(0, 7), text[8] ?? 'W') : text[7] === irishLetter(text.slice(2, 7) + text[0], 'W')

/** The check digit brings the sum up to a multiple of 11. The values 10 and 11 become 0. */
const completes11 = (weights: readonly number[]) => (text: string) => {
  const digits = digitsOf(text)
  const check = 11 - (weighted(digits, weights) % 11)
  return (check > 9 ? 0 : check) === digits[weights.length]
}

const isRomanian = (text: string) => {
  const digits = digitsOf(text.padStart(10, '0'))
  return ((weighted(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === digits.at(-1)
}

const isSwiss = (text: string) => {
  const digits = digitsOf(text.slice(1, 10))
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === digits[8]
}

/** The sum modulo 11. If it is 10, the sum with the other weights is used instead, and 10 then becomes 0. */
const remains11 = (weights: readonly number[], others: readonly number[]) => (text: string) => {
  const digits = digitsOf(text)
  const rest = weighted(digits, weights) % 11
  return (rest < 10 ? rest : (weighted(digits, others) % 11) % 10) === digits[weights.length]
}

const isBulgarianCompany = remains11([1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10])

/** Numbers with ten digits belong to citizens, to foreigners, or to others; each kind has its own check digit. */
function isBulgarian(text: string): boolean {
  if (text.length === 9) return isBulgarianCompany(text)
  const digits = digitsOf(text)
  const citizen = (weighted(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = weighted(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weighted(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return [citizen, foreigner, other].includes(Number(text[9]))
}

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]

/** Other numbers replace the first, third, fifth and seventh digits in the sum. */
function isCypriot(text: string): boolean {
  const sum = digitsOf(text.slice(0, 8)).reduce((total, digit, at) => total + (at % 2 === 0 ? (CYPRIOT_ODD[digit] ?? 0) : digit), 0)
  return text[8] === String.fromCharCode(65 + (sum % 26))
}

const CZECH_BIRTH = /^\d\d(?:0[1-9]|1[0-2]|5[1-9]|6[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}$/

/**
 * People use their birth number: ten digits, or nine without a check digit before 1954. Nine digits starting with 6 are
 * a special case.
 */
function isCzech(text: string): boolean {
  const last = Number(text.at(-1))
  if (text.length === 10) return (Number(text.slice(0, 9)) % 11) % 10 === last
  if (text.length === 9 && !text.startsWith('6')) return CZECH_BIRTH.test(text)
  const gap = 11 - (weighted(digitsOf(text.slice(-8)), [8, 7, 6, 5, 4, 3, 2]) % 11)
  return (text.length === 8 ? gap : 19 - gap) % 10 === last
}

const isLithuanianCompany = remains11([1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 1])
const isLithuanianForATime = remains11([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4])

/** A first digit up to 3 marks a personal code, whose check-digit rule is not published. */
const isLatvian = (text: string) => text < '4' || weighted(digitsOf(text), [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3

/** Iceland’s and Liechtenstein’s numbers have no check digit. */
const always = () => true
type Format = readonly [format: RegExp, isRight: (text: string) => boolean]

/**
 * The part after the prefix. Prefixes are country codes, except Greece’s `EL` and Switzerland’s `CHE`.
 * @source European Commission, VIES VAT number construction rules
 */
const VAT: Readonly<Record<string, Format>> = {
  AT: [/^U\d{8}$/, (text) => (luhnSum(digitsOf(text.slice(1, 8))) + Number(text[8])) % 10 === 6],
  BE: [/^[01]\d{9}$/, (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))],
  BG: [/^\d{9,10}$/, isBulgarian],
  CH: [/^E\d{9}(?:MWST|TVA|IVA)?$/, isSwiss],
  CY: [/^\d{8}[A-Z]$/, isCypriot],
  CZ: [/^\d{8,10}$/, isCzech],
  DE: [/^[1-9]\d{8}$/, isMod1110],
  DK: [/^[1-9]\d{7}$/, multipleOf(11, [2, 7, 6, 5, 4, 3, 2, 1])],
  EE: [/^\d{9}$/, multipleOf(10, [3, 7, 1, 3, 7, 1, 3, 7, 1])],
  ES: [/^[A-Z0-9]\d{7}[A-Z0-9]$/, isSpanish],
  FI: [/^\d{8}$/, multipleOf(11, [7, 9, 10, 5, 8, 4, 2, 1])],
  FR: [/^[0-9A-HJ-NP-Z]{2}\d{9}$/, isFrench],
  GB: [/^(?:\d{9}|\d{12})$/, isBritish],
  GR: [/^\d{9}$/, isGreek],
  HR: [/^\d{11}$/, isMod1110],
  HU: [/^\d{8}$/, multipleOf(10, [9, 7, 3, 1, 9, 7, 3, 1])],
  IE: [/^\d[\dA-Z+*]\d{5}[A-W][AHW]?$/, isIrish],
  IS: [/^\d{5,6}$/, always],
  IT: [/^\d{11}$/, isLuhn],
  LI: [/^\d{5}$/, always],
  LT: [/^\d{7}(?:\d{3})?1\d$/, (text) => (text.length === 9 ? isLithuanianCompany : isLithuanianForATime)(text)],
  LU: [/^\d{8}$/, (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6))],
  LV: [/^\d{11}$/, isLatvian],
  MT: [/^[1-9]\d{7}$/, multipleOf(37, [3, 4, 6, 7, 8, 9, 10, 1])],
  NL: [/^\d{9}B\d{2}$/, isDutch],
  NO: [/^\d{9}(?:MVA)?$/, multipleOf(11, [3, 2, 7, 6, 5, 4, 3, 2, 1])],
  PL: [/^\d{10}$/, multipleOf(11, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1])],
  PT: [/^[1-9]\d{8}$/, completes11([9, 8, 7, 6, 5, 4, 3, 2])],
  RO: [/^[1-9]\d{1,9}$/, isRomanian],
  SE: [/^\d{10}01$/, (text) => isLuhn(text.slice(0, 10))],
  SI: [/^[1-9]\d{7}$/, completes11([8, 7, 6, 5, 4, 3, 2])],
  SK: [/^\d{10}$/, (text) => Number(text) % 11 === 0],
}

/**
 * A VAT number with its country’s prefix, which may be left out.
 * @returns undefined if the format or the check digit is wrong, or the country has no VAT numbers
 * @example vatNumber('FR', '83 404 833 048') // 'FR83404833048'
 */
export function vatNumber(country: string, typed: string): string | undefined {
  const [format, isRight] = VAT[country] ?? []
  const prefix = country === 'GR' ? 'EL' : country
  const given = bare(typed)
  const rest = given.startsWith(prefix) ? given.slice(2) : given
  return format?.test(rest) && isRight?.(rest) ? `${prefix}${rest}` : undefined
}

export const hasVatNumbers = (country: string): boolean => country in VAT

const FOUR = /^\d{4}$/
const FIVE = /^\d{5}$/
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['AT', 'BE', 'BG', 'CH', 'CY', 'DK', 'HU', 'LI', 'LU', 'NO', 'SI'].map((country) => [country, FOUR])),
  ...Object.fromEntries(['DE', 'EE', 'ES', 'FI', 'FR', 'HR', 'IT'].map((country) => [country, FIVE])),
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/,
  CZ: /^\d{3} ?\d{2}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  GR: /^\d{3} ?\d{2}$/,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/,
  IS: /^\d{3}$/,
  LT: /^(?:LT-)?\d{5}$/,
  LV: /^(?:LV-)?\d{4}$/,
  MT: /^[A-Z]{3} ?\d{4}$/,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  RO: /^\d{6}$/,
  SE: /^\d{3} ?\d{2}$/,
  SK: /^\d{3} ?\d{2}$/,
  US: /^\d{5}(?:-\d{4})?$/,
}

/** Whether a postal code has its country’s format. Accepts any code for countries whose format is unknown. */
export const isPostalCode = (country: string, typed: string): boolean => {
  const code = typed.trim().toUpperCase()
  return code !== '' && (POSTAL_CODES[country]?.test(code) ?? true)
}
