/**
 * Translates MongoDB's regular expressions (PCRE) to JavaScript's. Syntax that both dialects share keeps its PCRE
 * meaning. Rejects syntax that JavaScript lacks: possessive quantifiers, atomic groups, recursion.
 */
import { MongoError, refuse } from './errors.ts'

const invalid = (reason: string): never => refuse(51091, `Regular expression is invalid: ${reason}`)

const MAX_PATTERN = 32_764

/**
 * Supports the flags i, m, s and x; u is always on. Throws error 51108 for an unknown flag, and 51091 for an invalid or
 * unsupported pattern.
 */
export function compileRegex(pattern: string, flags: string): RegExp {
  for (const flag of flags) if (!'imsux'.includes(flag)) refuse(51108, `$regex invalid flag in regex options: ${flag}`)
  if (pattern.length > MAX_PATTERN) invalid('regular expression is too large')
  if (pattern.includes('\0')) refuse('BadValue', 'Regular expression cannot contain an embedded null byte')
  for (let inline = LEADING_FLAGS.exec(pattern); inline; inline = LEADING_FLAGS.exec(pattern)) {
    flags += inline[1]
    pattern = pattern.slice(inline[0].length)
  }
  if (spentMs > MAX_SPENT_MS) invalid('the regular expressions of this command take too long to compile')
  if (spentMs === 0) setImmediate(() => (spentMs = 0))
  const start = performance.now()
  try {
    const regex = new RegExp(new Translation(pattern, flags).all(), flags.includes('i') ? 'vi' : 'v')
    // V8 compiles a pattern on first use and only then reports that it is too large.
    regex.test('')
    return regex
  } catch (error) {
    if (error instanceof MongoError) throw error
    return invalid((error as Error).message)
  } finally {
    spentMs += performance.now() - start
  }
}

/**
 * Maximum compile time per event-loop turn. Parsing a command takes one turn, and a command can contain hundreds of
 * patterns that take a second each to compile.
 */
const MAX_SPENT_MS = 3000
let spentMs = 0

const LEADING_FLAGS = /^\(\?([imsx]+)\)/

/** POSIX classes such as [[:alpha:]] contain only ASCII characters, as in PCRE without UCP. */
const POSIX = new Map(
  Object.entries({
    alnum: 'a-zA-Z0-9',
    alpha: 'a-zA-Z',
    ascii: '\\x00-\\x7f',
    blank: ' \\t',
    cntrl: '\\x00-\\x1f\\x7f',
    digit: '0-9',
    graph: '\\x21-\\x7e',
    lower: 'a-z',
    print: '\\x20-\\x7e',
    punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
    space: '\\t-\\r ',
    upper: 'A-Z',
    word: '\\w',
    xdigit: '0-9a-fA-F',
  }),
)

const CONTROL: Readonly<Record<string, string>> = { a: '\x07', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t' }

const codePoint = (c: string) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** `char` marks a single character, which can start or end a range in a class. */
interface Atom {
  readonly source: string
  readonly char?: boolean
}

class Translation {
  readonly #pattern: string
  readonly #multiline: boolean
  readonly #dotAll: boolean
  readonly #extended: boolean
  #at = 0

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern
    this.#multiline = flags.includes('m')
    this.#dotAll = flags.includes('s')
    this.#extended = flags.includes('x')
  }

  all(): string {
    const parts: string[] = []
    while (this.#at < this.#pattern.length) parts.push(this.#next())
    return parts.join('')
  }

  /** Matches a sticky regular expression at the current position and advances past the match. */
  #take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#pattern)
    if (found) this.#at += found[0].length
    return found
  }

  #next(): string {
    if (this.#extended && this.#take(/(?:[\t-\r ]|#[^\n]*)+/y)) return ''
    const quoted = this.#take(/\\Q(.*?)(?:\\E|$)/sy)
    if (quoted) return literal(quoted[1] as string)
    if (this.#take(/\\E|\(\?#[^)]*\)/y)) return ''
    const quantifier = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
    if (quantifier) return this.#take(/\+/y) ? invalid('possessive quantifiers are not supported') : quantifier[0]
    const group = this.#take(/\((?:\?(?:(:|=|!|<=|<!|-?i:)|P?<(\w+)>|'(\w+)'|P=(\w+)\)))?/y)
    if (group) return this.#group(group)
    const [c] = this.#take(/./suy) as RegExpExecArray
    switch (c) {
      case '\\':
        return this.#escape(false).source
      case '[':
        return this.#charClass()
      case '.':
        return this.#dotAll ? '[^]' : '[^\\n]'
      case '^':
        return this.#multiline ? '(?:^|(?<=\\n)(?!$))' : '^'
      case '$':
        return this.#multiline ? '(?=\\n|$)' : '(?=\\n?$)'
      case '|':
      case ')':
        return c
      default:
        return literal(c)
    }
  }

  #group([, plain, angled, quoted, reference]: RegExpExecArray): string {
    if (reference) return `\\k<${reference}>`
    if (plain) return `(?${plain}`
    const name = angled ?? quoted
    if (name) return `(?<${name}>`
    if (this.#take(/[?*]/y)) invalid('this kind of group is not supported')
    return '('
  }

  #escape(inClass: boolean): Atom {
    const hex = this.#take(/x(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{0,2}))/y)
    if (hex) return { source: `\\u{${hex[1] || hex[2] || '0'}}`, char: true }
    const octal = this.#take(inClass ? /[0-7]{1,3}/y : /0[0-7]{0,2}/y)
    if (octal) return { source: `\\u{${Number.parseInt(octal[0], 8).toString(16)}}`, char: true }
    const property = this.#take(/([pP])(?:\{(\^?)([\w& ]+)\}|([A-Z]))/y)
    if (property) return { source: unicodeProperty(property) }
    const control = this.#take(/c([A-Za-z])/y)
    if (control) return { source: `\\c${control[1]}`, char: true }
    const back = inClass ? null : this.#take(/[1-9]\d?|k(?:<(\w+)>|\{(\w+)\}|'(\w+)')/y)
    if (back) return { source: /^\d/.test(back[0]) ? `\\${back[0]}` : `\\k<${back[1] ?? back[2] ?? back[3]}>` }
    const c = this.#take(/./suy)?.[0]
    if (c === undefined) return invalid('\\ at end of pattern')
    const known = CONTROL[c]
    if (known !== undefined) return { source: codePoint(known), char: true }
    if (/[dDwW]/.test(c)) return { source: `\\${c}` }
    if (c === 's') return { source: '[\\t-\\r ]' }
    if (c === 'S') return { source: '[^\\t-\\r ]' }
    if (c === 'b' && inClass) return { source: '\\u{8}', char: true }
    const assertion = inClass ? undefined : ASSERTIONS[c]
    if (assertion !== undefined) return { source: assertion }
    return /[a-zA-Z0-9]/.test(c) ? invalid(`unrecognized or unsupported character follows \\: ${c}`) : { source: codePoint(c), char: true }
  }

  #charClass(): string {
    let out = this.#take(/\^/y) ? '[^' : '['
    for (let first = true; ; first = false) {
      if (!first && this.#take(/\]/y)) return `${out}]`
      const atom = this.#classAtom()
      const end = atom.char && this.#take(/-(?!\])/y) ? this.#classAtom() : undefined
      // A hyphen is literal unless a single character follows.
      out += !end ? atom.source : end.char ? `${atom.source}-${end.source}` : `${atom.source}\\-${end.source}`
    }
  }

  #classAtom(): Atom {
    const posix = this.#take(/\[:(\^?)(\w+):\]/y)
    if (posix) {
      const set = POSIX.get(posix[2] as string) ?? invalid('unknown POSIX class name')
      return { source: `[${posix[1]}${set}]` }
    }
    const c = this.#take(/./suy)?.[0]
    if (c === undefined) return invalid('missing terminating ] for character class')
    return c === '\\' ? this.#escape(true) : { source: codePoint(c), char: true }
  }
}

const ASSERTIONS: Readonly<Record<string, string>> = { A: '^', b: '\\b', B: '\\B', N: '[^\\n]', z: '$', Z: '(?=\\n?$)' }

/** General categories have the same names in both dialects. In PCRE, a longer name is a script. */
function unicodeProperty([, letter, caret, braced, single]: RegExpExecArray): string {
  const name = (braced ?? single) as string
  const negated = (letter === 'P') !== (caret === '^')
  const value = name === 'L&' ? 'LC' : name === 'Any' || name.length < 3 ? name : `Script=${name}`
  return `\\${negated ? 'P' : 'p'}{${value}}`
}
