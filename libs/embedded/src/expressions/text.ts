/** Positions count code points, except in `$substrBytes`. */
import { MongoError, refuse } from '../errors.ts'
import { compare } from '../keys.ts'
import { compileRegex } from '../regex.ts'
import { BSONRegExp, Decimal128, type Doc, isNum, toNumber, typeName, type Value } from '../values.ts'
import { toText } from './conversions.ts'
import {
  binary,
  isNullish,
  MAX_TEXT,
  type Named,
  nary,
  type Positional,
  requireInt32,
  requireString,
  searchRange,
  spendSteps,
  tooLarge,
  unary,
  type V,
} from './operands.ts'

const points = (s: string): string[] => Array.from(s)
const isAscii = (s: string) => !/[^\0-\x7f]/.test(s)

function concat(args: readonly V[]): V {
  let all = ''
  for (const v of args) {
    if (isNullish(v)) return null
    if (typeof v !== 'string') return refuse(16702, `$concat only supports strings, not ${typeName(v)}`)
    spendSteps(v.length >> 6)
    all += v
    if (all.length > MAX_TEXT) return tooLarge('$concat')
  }
  return all
}

function split(v: V, separator: V): V {
  if (isNullish(v) || isNullish(separator)) return null
  const s = requireString(v, 40085, "$split's first argument")
  const by = requireString(separator, 40086, "$split's second argument")
  return by === '' ? refuse(40087, '$split requires a non-empty separator') : s.split(by)
}

function indexOfCP([v, wanted, ...rest]: readonly V[]): V {
  if (isNullish(v)) return null
  const all = points(requireString(v, 40093, '$indexOfCP requires a string: the first argument'))
  const token = requireString(wanted, 40094, '$indexOfCP requires a string: the second argument')
  const [start, end] = searchRange('$indexOfCP', all.length, rest)
  if (start >= end) return all.length === 0 && token === '' ? 0 : -1
  const searched = all.slice(start).join('')
  const at = searched.indexOf(token)
  const found = at < 0 ? -1 : start + points(searched.slice(0, at)).length
  return found < end ? found : -1
}

function substrCP([v, from, count]: readonly V[]): V {
  const numeric = (n: V, code: number, what: string) =>
    n !== undefined && n !== null && isNum(n)
      ? requireInt32(n, code + 1, `$substrCP: ${what}`)
      : refuse(code, `$substrCP: ${what} must be a numeric type (is BSON type ${typeName(n)})`)
  const [start, length] = [numeric(from, 34450, 'starting index'), numeric(count, 34452, 'length')]
  if (length < 0) refuse(34454, '$substrCP: length must be a nonnegative integer.')
  if (start < 0) refuse(34455, '$substrCP: the starting index must be nonnegative integer.')
  const s = toText(v)
  if (isAscii(s)) return s.slice(start, start + length)
  return points(s)
    .slice(start, start + length)
    .join('')
}

function substrBytes([v, from, count]: readonly V[]): V {
  const numeric = (n: V, code: number, what: string) =>
    n !== undefined && n !== null && isNum(n) && !(n instanceof Decimal128)
      ? Math.trunc(toNumber(n))
      : refuse(code, `$substrBytes:  ${what} must be a numeric type (is BSON type ${typeName(n)})`)
  const [start, length] = [numeric(from, 16034, 'starting index'), numeric(count, 16035, 'length')]
  if (!(start >= 0)) refuse(50752, `$substrBytes:  starting index must be non-negative (got: ${start})`)
  const bytes = Buffer.from(toText(v), 'utf8')
  const end = length < 0 ? bytes.length : Math.min(bytes.length, start + length)
  const continues = (at: number) => at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80
  if (continues(start)) refuse(28656, '$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.')
  if (continues(end)) refuse(28657, '$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.')
  return bytes.toString('utf8', Math.min(start, bytes.length), end)
}

/** Changes the case of ASCII letters only, as MongoDB does. */
const toLower = (v: V) => toText(v).replace(/[A-Z]+/g, (s) => s.toLowerCase())
const toUpper = (v: V) => toText(v).replace(/[a-z]+/g, (s) => s.toUpperCase())

const WHITESPACE = new Set('\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a')

const trim = (name: string, left: boolean, right: boolean): Named => ({
  codes: [50696, 50694],
  names: { input: 50695, chars: 0 },
  run(arg, has) {
    const input = arg('input')
    if (isNullish(input)) return null
    const all = points(requireString(input, 50699, `${name} requires its input: it`))
    const given = has('chars') ? arg('chars') : undefined
    if (has('chars') && isNullish(given)) return null
    const chars = has('chars') ? new Set(points(requireString(given, 50700, `${name} requires 'chars': it`))) : WHITESPACE
    let start = 0
    let end = all.length
    while (left && start < end && chars.has(all[start] as string)) start++
    while (right && end > start && chars.has(all[end - 1] as string)) end--
    return all.slice(start, end).join('')
  },
})

const replace = (name: string, count: (input: string, find: string) => number): Named => ({
  codes: [51751, 51750],
  names: { input: 51749, find: 51748, replacement: 51747 },
  run(arg) {
    const check = (key: string, code: number) => {
      const v = arg(key)
      return isNullish(v) ? null : requireString(v, code, `${name} requires that '${key}' be a string: it`)
    }
    const [input, find, by] = [check('input', 51746), check('find', 51745), check('replacement', 51744)]
    if (input === null || find === null || by === null) return null
    const times = count(input, find)
    spendSteps(times)
    if (input.length + times * (by.length - find.length) > MAX_TEXT) return tooLarge(name)
    return times === 1 ? input.replace(find, () => by) : input.replaceAll(find, () => by)
  },
})

function occurrences(input: string, find: string): number {
  if (find === '') return input.length + 1
  let count = 0
  for (let at = input.indexOf(find); at >= 0; at = input.indexOf(find, at + find.length)) count++
  return count
}

const regexes = new Map<string, RegExp>()

function regexOf(name: string, regex: V, options: V): RegExp | null {
  if (!isNullish(regex) && typeof regex !== 'string' && !(regex instanceof BSONRegExp))
    refuse(51105, `${name} needs 'regex' to be of type string or regex`)
  if (!isNullish(options) && typeof options !== 'string') refuse(51106, `${name} needs 'options' to be of type string`)
  const own = regex instanceof BSONRegExp ? regex.options : ''
  if (own && !isNullish(options)) refuse(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`)
  if (isNullish(regex)) return null
  const pattern = regex instanceof BSONRegExp ? regex.pattern : (regex as string)
  const flags = own || ((options as string | null | undefined) ?? '')
  if (pattern.includes('\0')) refuse(51109, `${name}: regular expression cannot contain an embedded null byte`)
  if (flags.includes('\0')) refuse(51110, `${name}: regular expression options cannot contain an embedded null byte`)
  const key = `${flags}/${pattern}`
  const cached = regexes.get(key)
  if (cached) return cached
  const compiled = compileSearch(name, pattern, flags)
  if (regexes.size > 100) regexes.clear()
  regexes.set(key, compiled)
  return compiled
}

function compileSearch(name: string, pattern: string, flags: string): RegExp {
  try {
    const regex = compileRegex(pattern, flags)
    return new RegExp(regex, `${regex.flags}g`)
  } catch (error) {
    if (error instanceof MongoError && error.code === 51091) return refuse(51111, `Invalid Regex in ${name}: ${error.message}`)
    throw error
  }
}

/** `result` receives the matches, or null if the input or the regular expression is null. */
const regex = (name: string, result: (matches: Iterable<Doc> | null) => V): Named => ({
  codes: [51103, 31024],
  names: { input: 31022, regex: 31023, options: 0 },
  run(arg, has) {
    const input = arg('input')
    const compiled = regexOf(name, arg('regex'), has('options') ? arg('options') : null)
    return result(isNullish(input) || !compiled ? null : search(requireString(input, 51104, `${name} needs 'input': it`), compiled))
  },
})

/** Yields matches lazily. Never finds an empty match at the end, because no search starts after the last character. */
function* search(input: string, compiled: RegExp): Iterable<Doc> {
  let index = 0
  let counted = 0
  for (const match of input.matchAll(compiled)) {
    const [found, ...captures] = match
    index += points(input.slice(counted, match.index)).length
    counted = match.index
    spendSteps(1)
    yield new Map<string, Value>([
      ['match', found],
      ['idx', index],
      ['captures', captures.map((s) => s ?? null)],
    ])
    const step = found.length || ((input.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1)
    if (match.index + step >= input.length) return
  }
}

function firstOf(matches: Iterable<Doc> | null): V {
  for (const match of matches ?? []) return match
  return null
}

export const TEXT: Readonly<Record<string, Positional>> = {
  $concat: nary(concat),
  $indexOfCP: nary(indexOfCP, 2, 4),
  $split: binary(split),
  $strLenCP: unary((v) => points(requireString(v, 34471, '$strLenCP requires a string argument: it')).length),
  $strcasecmp: binary((a, b) => Math.sign(compare(toUpper(a), toUpper(b)))),
  $substrBytes: nary(substrBytes, 3, 3),
  $substrCP: nary(substrCP, 3, 3),
  $toLower: unary(toLower),
  $toUpper: unary(toUpper),
}

export const NAMED_TEXT: Readonly<Record<string, Named>> = {
  $ltrim: trim('$ltrim', true, false),
  $regexFind: regex('$regexFind', firstOf),
  $regexFindAll: regex('$regexFindAll', (matches) => [...(matches ?? [])]),
  $regexMatch: regex('$regexMatch', (matches) => firstOf(matches) !== null),
  $replaceAll: replace('$replaceAll', occurrences),
  $replaceOne: replace('$replaceOne', () => 1),
  $rtrim: trim('$rtrim', false, true),
  $trim: trim('$trim', true, true),
}
