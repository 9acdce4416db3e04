/**
 * Draws a random sample of the repository's prose, for readers who rate its language. Usage: `node
 * libs/workspace/src/draw-texts.ts SEED en|fr COUNT`. The same seed and sources produce the same sample.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolders, sourceFiles, workspaceRoot } from './source-files.ts'

interface Text {
  readonly kind: 'comment' | 'test' | 'log' | 'screen'
  readonly where: string
  readonly text: string
}

/** Groups 1 to 3 contain the string's content. */
const STRING = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\`((?:[^\`\\]|\\.)*)\`)`
const TEST_NAME = new RegExp(String.raw`(?:^|\s|\))(?:test|it|describe)?(?:\.\w+)*\(\s*${STRING}, (?:\{[^}]*\}, )?(?:async )?\(`, 'g')
const LOG_LINE = new RegExp(String.raw`\blog\.(?:debug|info|warn|error|fatal)\((?:[^'"\`()]|\([^()]*\))*?${STRING}\s*,?\s*\)`, 'g')
const COMMENT = /\/\*\*?\s([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n?)+)|[^:'"`\n]\/\/ (.*)$/gm
const DIRECTIVE = /^\s*(?:biome-|@vitest|@ts-|#region)/

const isMessages = (file: string, locale: string) => file.endsWith(`/messages/${locale}.ts`)
const clean = (text: string) =>
  text
    .replaceAll(/^[ \t]*(?:\*|\/\/) ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const isProse = (text: string) => /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text)

function textsOf(file: string, locale: 'en' | 'fr'): Text[] {
  const source = readFileSync(join(workspaceRoot, file), 'utf8')
  const found = (kind: Text['kind'], pattern: RegExp) =>
    [...source.matchAll(pattern)].map((match): Text => {
      const content = match.slice(1).find((group) => group !== undefined) ?? ''
      return { kind, where: `${file}:${source.slice(0, match.index).split('\n').length}`, text: clean(content) }
    })
  const screen = isMessages(file, locale)
    ? found('screen', new RegExp(String.raw`:\s*${STRING}`, 'g'))
    : found('screen', new RegExp(String.raw`\b${locale}:\s*${STRING}`, 'g'))
  const isTest = /\.(?:test|soak|fixture)\.tsx?$/.test(file)
  if (locale === 'fr') return isTest ? [] : screen
  return [
    ...(isTest ? [] : screen),
    ...found('comment', COMMENT).filter(({ text }) => !DIRECTIVE.test(text)),
    ...(isTest ? found('test', TEST_NAME) : []),
    ...found('log', LOG_LINE),
  ]
}

/** mulberry32: pseudo-random numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const [seed = '1', locale = 'en', count = '300'] = process.argv.slice(2)
const all = packageFolders(workspaceRoot)
  .flatMap((folder) => sourceFiles(workspaceRoot, folder))
  // Published terms must not change.
  .filter((file) => !file.includes('/terms/versions/'))
  .flatMap((file) => textsOf(file, locale === 'fr' ? 'fr' : 'en'))
  .filter(({ text }) => isProse(text))
const random = randomOf(Number(seed))
for (let drawn = 0; drawn < Math.min(Number(count), all.length); drawn += 1) {
  const other = drawn + Math.floor(random() * (all.length - drawn))
  ;[all[drawn], all[other]] = [all[other] as Text, all[drawn] as Text]
  const { kind, where, text } = all[drawn] as Text
  process.stdout.write(`${drawn + 1}. [${kind}] ${text}  (${where})\n`)
}
process.stderr.write(`${count} of ${all.length} texts, seed ${seed}\n`)
