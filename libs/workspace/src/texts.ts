/**
 * Checks user-facing text: screens take every text from their messages, services use objects with both languages, and
 * both languages have the same keys and placeholders. Parses with swc, because TypeScript 7 has no parser API.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from '@swc/core'
import { sourceFiles } from './source-files.ts'

interface Tree {
  readonly type: string
  readonly [part: string]: unknown
}

const SCREENS = ['shell', 'mfe-*', 'libs/ui']
const TRANSLATED = [...SCREENS, 'services/*', 'libs/contracts', 'libs/web-kit']

/** Files that may contain text: messages, the signature components, and the design page, which no build contains. */
const WORDS = /\/messages\/|^libs\/ui\/src\/(?:design\/|signature\/words\.ts$)/
const NO_PRODUCT = /\.(?:test|fixture|soak)\.tsx?$|\/testing\/|\.d\.ts$|\.config\.ts$/
const NAMES = new Set(['Reelfair', 'Kéfiro', 'Stripe', 'Instagram', 'TikTok', 'YouTube', 'EN', 'FR', 'English', 'Français'])

const READ =
  /^(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|placeholder|alt|label|hint|note|lead|error|text|caption|summary|children|value[Tt]ext|action[Ll]abel)$/
const READ_IN_OBJECT = /^(?:aria-label|title|placeholder|alt|label|hint|note|lead|caption)$/
/** Users read the first argument of these functions. */
const SHOWS_TEXT = new Set(['showToast', 'alert', 'confirm', 'usePage'])

const product = (root: string, folders: readonly string[]) =>
  folders.flatMap((folder) => sourceFiles(root, `${folder}/src`)).filter((file) => !NO_PRODUCT.test(file))

const parse = (root: string, file: string): Tree =>
  parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') }) as unknown as Tree

/** Skips files that do not match `pattern`, because parsing takes most of the time of these checks. */
const nodesIfMatching = (root: string, file: string, pattern: RegExp): Tree[] =>
  pattern.test(readFileSync(join(root, file), 'utf8')) ? all(parse(root, file)) : []

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && typeof (value as Tree).type === 'string'

/** Appends the value's trees, in source order. swc wraps some children in objects without a type. */
function collect(value: unknown, trees: Tree[], isLeftOut: (tree: Tree) => boolean): Tree[] {
  if (typeof value !== 'object' || value === null) return trees
  if (isTree(value)) {
    if (isLeftOut(value)) return trees
    trees.push(value)
  }
  for (const name in value) if (name !== 'span') collect((value as Record<string, unknown>)[name], trees, isLeftOut)
  return trees
}

const all = (tree: Tree): Tree[] => collect(tree, [], () => false)

const part = (tree: Tree | undefined, name: string): Tree | undefined => {
  const value = tree?.[name]
  return isTree(value) ? value : undefined
}

/**
 * Returns an expression's possible texts: both branches of a condition and the fixed parts of a template, but not the
 * results of calls.
 */
function textsOf(tree: Tree | undefined): string[] {
  const of = (...names: string[]) => names.flatMap((name) => textsOf(part(tree, name)))
  switch (tree?.type) {
    case 'StringLiteral':
    case 'JSXText':
      return [String(tree.value)]
    case 'TemplateLiteral':
      return (tree.quasis as { cooked?: string }[]).map(({ cooked = '' }) => cooked)
    case 'ConditionalExpression':
      return of('consequent', 'alternate')
    case 'BinaryExpression':
      return tree.operator === '&&' ? of('right') : ['||', '??', '+'].includes(String(tree.operator)) ? of('left', 'right') : []
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'TsSatisfiesExpression':
      return of('expression')
    default:
      return []
  }
}

const nameOf = (key: Tree | undefined): string => {
  if (key?.type === 'JSXNamespacedName') return `${part(key, 'namespace')?.value}:${part(key, 'name')?.value}`
  return String(key?.value ?? '')
}

function readIn(tree: Tree): string[] {
  switch (tree.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return (tree.children as Tree[]).flatMap(textsOf)
    case 'JSXAttribute':
      return READ.test(nameOf(part(tree, 'name'))) ? textsOf(part(tree, 'value')) : []
    case 'KeyValueProperty':
      return READ_IN_OBJECT.test(nameOf(part(tree, 'key'))) ? textsOf(part(tree, 'value')) : []
    case 'CallExpression': {
      const [first] = tree.arguments as { expression: Tree }[]
      return SHOWS_TEXT.has(nameOf(part(tree, 'callee'))) ? textsOf(first?.expression) : []
    }
    case 'AssignmentExpression': {
      const left = part(tree, 'left')
      const isTitle = left?.type === 'MemberExpression' && nameOf(part(left, 'property')) === 'title'
      return isTitle ? textsOf(part(tree, 'right')) : []
    }
    default:
      return []
  }
}

const isWord = (text: string): boolean => /\p{L}/u.test(text) && !NAMES.has(text.trim())

/** @returns `file: “text”` for each user-facing text outside the messages, and the files that were read */
export function textsOutsideMessages(root: string): { read: string[]; stray: string[] } {
  const read = product(root, SCREENS).filter((file) => file.endsWith('.tsx') && !WORDS.test(file))
  const stray = read.flatMap((file) =>
    all(parse(root, file)).flatMap((tree) =>
      readIn(tree)
        .filter(isWord)
        .map((text) => `${file}: “${text.trim()}”`),
    ),
  )
  return { read, stray }
}

/** Omits `throw` statements, because only developers read bug reports. */
const withoutThrows = (tree: Tree): Tree[] => collect(tree, [], ({ type }) => type === 'ThrowStatement')

/** At least three words in a row: a sentence rather than code, a unit or a name. */
const SENTENCE = /\p{L}{2,},? \p{L}+,? \p{L}{2,}/u

const TABLES = new Set(['campaign-terms.ts', 'categories.ts', 'reasons.ts'])
const ERRORS = /-errors\.ts$/

/**
 * Finds sentences in contract schemas and in the services' refusals, which must use codes from the translated error
 * table.
 * @returns `file: “text”` for each
 */
export function sentencesWithoutCode(root: string): string[] {
  const sentencesOf = (file: string, trees: Tree[]) =>
    trees
      .flatMap(textsOf)
      .filter((text) => SENTENCE.test(text))
      .map((text) => `${file}: “${text}”`)
  const contracts = product(root, ['libs/contracts']).filter((file) => !TABLES.has(basename(file)) && !ERRORS.test(file))
  const services = product(root, ['services/*'])
  return [
    ...contracts.flatMap((file) => sentencesOf(file, withoutThrows(parse(root, file)))),
    ...services.flatMap((file) => {
      const refusals = nodesIfMatching(root, file, /\brefuse\b/).filter(
        (tree) => tree.type === 'CallExpression' && nameOf(part(tree, 'callee')) === 'refuse',
      )
      return sentencesOf(file, refusals.flatMap(all))
    }),
  ]
}

/**
 * @returns `file: “text”` for each text in an e-mail's HTML template, which must take all texts from the translations
 */
export const untranslatedMailTexts = (root: string): string[] =>
  product(root, ['services/*'])
    .filter((file) => file.endsWith('-mail.ts'))
    .flatMap((file) =>
      all(parse(root, file))
        .filter(({ type }) => type === 'TemplateLiteral')
        .map((tree) => textsOf(tree).join(''))
        .filter((html) => html.includes('<'))
        .map((html) => html.replaceAll(/<[^>]*>/g, ' ').trim())
        .filter(isWord)
        .map((text) => `${file}: “${text}”`),
    )

const holesIn = (text: string) => [...new Set(text.match(/\{\{?\w+\}?\}/g))].sort().join(' ')

/** Returns each text's placeholders by path; for a function, its number of parameters. */
function shapeOf(words: Tree | undefined, at = ''): [string, string][] {
  if (!words) return []
  const inner = ['TsAsExpression', 'TsConstAssertion', 'TsSatisfiesExpression', 'ParenthesisExpression']
  if (inner.includes(words.type)) return shapeOf(part(words, 'expression'), at)
  if (words.type === 'ObjectExpression')
    return (words.properties as Tree[]).flatMap((one) => shapeOf(part(one, 'value'), `${at}.${nameOf(part(one, 'key'))}`))
  if (words.type === 'ArrayExpression')
    return (words.elements as ({ expression: Tree } | undefined)[]).flatMap((one, index) => shapeOf(one?.expression, `${at}.${index}`))
  if (words.type === 'ArrowFunctionExpression') return [[at, `a function of ${(words.params as Tree[]).length}`]]
  return [[at, textsOf(words).map(holesIn).join('')]]
}

/** English plurals have `_one` and `_other`. French also has `_many`, for millions. */
function compare(where: string, en: [string, string][], fr: [string, string][]): string[] {
  const french = new Map(fr)
  const english = new Map(en)
  const plural = (key: string) => key.replace(/_many$/, '_other')
  return [
    ...en.filter(([key]) => !french.has(key)).map(([key]) => `${where}: French translation missing: ${key}`),
    ...en
      .filter(([key]) => key.endsWith('_other') && !french.has(key.replace(/_other$/, '_many')))
      .map(([key]) => `${where}: French translation missing: ${key.replace(/_other$/, '_many')}`),
    ...fr.filter(([key]) => !english.has(plural(key))).map(([key]) => `${where}: English translation missing: ${key}`),
    ...fr.flatMap(([key, holes]) => {
      const expected = english.get(plural(key)) ?? holes
      return holes === expected ? [] : [`${where}: ${key} has placeholders “${expected}” in English and “${holes}” in French`]
    }),
  ]
}

const wordsOf = (root: string, file: string, name: string): [string, string][] =>
  all(parse(root, file))
    .filter((tree) => tree.type === 'VariableDeclarator' && nameOf(part(tree, 'id')) === name)
    .flatMap((tree) => shapeOf(part(tree, 'init')))

const isProperty = (tree: Tree, name: string) => tree.type === 'KeyValueProperty' && nameOf(part(tree, 'key')) === name

/** @returns one line for each difference between the languages, and the number of compared texts */
export function differences(root: string): { compared: number; different: string[] } {
  const files = product(root, TRANSLATED)
  let compared = 0
  const check = (where: string, en: [string, string][], fr: [string, string][]) => {
    compared += en.length
    return compare(where, en, fr)
  }
  const pairs = files
    .filter((file) => file.endsWith('/messages/en.ts'))
    .flatMap((file) => check(file, wordsOf(root, file, 'en'), wordsOf(root, file.replace('en.ts', 'fr.ts'), 'fr')))
  const objects = files.flatMap((file) =>
    nodesIfMatching(root, file, /\b(?:en|fr)['"]?\s*:/)
      .filter((tree) => tree.type === 'ObjectExpression')
      .flatMap((tree) => {
        const [en, fr] = ['en', 'fr'].map((name) => (tree.properties as Tree[]).find((one) => isProperty(one, name)))
        if (!en && !fr) return []
        return check(file, shapeOf(part(en, 'value')), shapeOf(part(fr, 'value')))
      }),
  )
  return { compared, different: [...pairs, ...objects] }
}

/** @returns `file: “text”` for each French text with an ordinary space before : ; ! ? or inside guillemets */
export function frenchWithoutNoBreakSpaces(root: string): string[] {
  const frenchIn = (file: string) => {
    if (file.endsWith('/messages/fr.ts')) return all(parse(root, file))
    const isFrench = (tree: Tree) => isProperty(tree, 'fr') || (tree.type === 'VariableDeclarator' && nameOf(part(tree, 'id')) === 'fr')
    return nodesIfMatching(root, file, /\bfr\b/)
      .filter(isFrench)
      .flatMap(all)
  }
  const literal = new Set(['StringLiteral', 'TemplateLiteral'])
  return product(root, TRANSLATED).flatMap((file) => [
    ...new Set(
      frenchIn(file)
        .filter(({ type }) => literal.has(type))
        .flatMap(textsOf)
        .filter((text) => / [:;!?»]|« |\d \d{3}/.test(text))
        .map((text) => `${file}: “${text}”`),
    ),
  ])
}

/** Code uses keys without their plural suffix. */
const base = (key: string) => key.replace(/_(?:one|other|many)$/, '')

function isUsed(key: string, whole: ReadonlySet<string>, made: readonly (readonly string[])[]): boolean {
  if (whole.has(base(key))) return true
  return made.some((pieces) => pieces.join('') !== '' && key.startsWith(pieces[0] ?? '') && base(key).endsWith(pieces.at(-1) ?? ''))
}

/** @returns messages and errors that nothing uses */
export function unusedTexts(root: string): string[] {
  const trees = (files: readonly string[], pattern = /(?:)/) => files.flatMap((file) => nodesIfMatching(root, file, pattern))
  const literals = (nodes: readonly Tree[]) => new Set(nodes.flatMap((tree) => (tree.type === 'StringLiteral' ? textsOf(tree) : [])))
  const tables = Map.groupBy(
    product(root, ['shell', 'mfe-*']).filter((file) => file.endsWith('/messages/en.ts')),
    (file) => file.split('/')[0] ?? '',
  )
  const messages = [...tables].flatMap(([app, files]) => {
    const nodes = trees(product(root, [app]).filter((one) => !WORDS.test(one)))
    const made = nodes.filter(({ type }) => type === 'TemplateLiteral').map(textsOf)
    const whole = literals(nodes)
    return files.flatMap((file) => {
      const keys = wordsOf(root, file, 'en').map(([key]) => key.slice(1))
      return keys.filter((key) => !isUsed(key, whole, made)).map((key) => `${file}: unused message ${key}`)
    })
  })
  const errorTables = product(root, ['libs/contracts']).filter((file) => ERRORS.test(file))
  const codes = errorTables.flatMap((file) =>
    wordsOf(root, file, basename(file).replace(ERRORS, 'Errors')).flatMap(([key]) =>
      key.endsWith('.en') ? [{ file, code: key.slice(1, -3) }] : [],
    ),
  )
  const shownByScreens = trees(product(root, SCREENS), /\bsentenceOfCode\b/).filter(
    (tree) => tree.type === 'CallExpression' && nameOf(part(tree, 'callee')) === 'sentenceOfCode',
  )
  const quotedCode = new RegExp(`['"](?:${codes.map(({ code }) => code).join('|')})['"]`)
  const answering = product(root, ['services/*', 'libs/*']).filter((file) => !errorTables.includes(file))
  const answered = literals([...trees(answering, quotedCode), ...shownByScreens.flatMap(all)])
  const errors = codes.filter(({ code }) => !answered.has(code)).map(({ file, code }) => `${file}: unused error ${code}`)
  return [...messages, ...errors]
}
