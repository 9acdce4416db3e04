/**
 * Reports wording that sounds translated, and comments that are too wide. The list contains what readers marked most
 * often; a sentence that passes may still be bad.
 * @source design/language.md
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMENT_COLUMNS = 120
const FILES = '**/*.{ts,tsx,md,yaml}'
/** Text fixed by the specification, generated files, external files, and the list itself. */
const EXEMPT =
  /(?:^|\/)(?:node_modules|dist|\.nx)\/|^shell\/src\/pages\/terms\/versions\/|^libs\/workspace\/(?:src\/language(?:\.test)?\.ts|adr\/0008-field-names\.md)$/

/** Matches each pattern against one line, after splitting `camelCase` names into words. */
const WORDING: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\bwho(?:so)?ever\b/i, 'name the actor'],
  [/\banew\b/i, 'write “again”, “retry” or “re-create”'],
  [/\breckon(?:s|ed|ing)?\b/i, 'write “compute”'],
  [/\bmend(?:s|ed|ing)?\b/i, 'write “fix”'],
  [/(?<!Creator )\b(?:is|are|was|were|be|been) told\b/i, 'write who notifies whom'],
  [/\bit is said\b|\b(?:is|are) taken for\b|\bsays so\b/i, 'name the actor and the verb'],
  [/\bbelongs? together\b|\bno longer there\b|\bcomes? through\b/i, 'use the usual verb'],
  [
    /(?<!\b(?:there|here) )\b(?:is|are) no (?!longer\b|more\b|fewer\b|less\b|one\b|later\b)[a-z]/i,
    'negate the verb: “is not a …”, “is invalid”',
  ],
  [/(?<!\bthere )\b(?:is|are) none\b/i, 'write “is missing”, “is empty” or negate the verb'],
  [/\bneeds? not\b/i, 'write “does not need to”'],
  [
    /(?:\/\/|\*|\||^#+|[('"`.]) ?(?:Who|What) [^.:?!'"`|]*?\b(?:is|are|was|were|has|have|comes?|goes|does) [a-z](?![^'"`|]*\?)/,
    'name the subject',
  ],
  [/\bstands? (?:in|at|under|there|still|above|below|beside)\b/i, 'write “is”, “appears” or “is listed”'],
  [/\blog(?:ged|s)? (?:in|out)\b(?! (?:the|its|a) )/i, 'write “sign in”, “sign out”'],
  [/\bso (?:many|long|much) (?:at once|at a time|of)\b/i, 'name the limit'],
  [/\bonce more\b|\bthe house\b/i, 'use the usual phrase'],
  // One French word per concept.
  [/\bvérifications? finales?\b|\bcontrôles? fina(?:l|ux)\b/i, 'write “derniers contrôles”'],
  [/\bcours d’examen\b|\bexamen terminé/i, 'write “vérification”'],
  [/\b(?:au|leur|prochain) règlement\b/i, 'write “décompte”'],
]

export interface Finding {
  readonly where: string
  readonly found: string
  readonly advice: string
}

const splitNames = (line: string): string => line.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
const isWide = (line: string): boolean =>
  line.length > COMMENT_COLUMNS && /^\s*(?:\/\/|\/\*|\*[ /])/.test(line) && !/https?:\/\/|^\s*\*\s*(?:\||@example)|biome-ignore/.test(line)

export function translatedWording(root: string): { read: readonly string[]; findings: readonly Finding[] } {
  const read = globSync(FILES, { cwd: root, exclude: (path) => EXEMPT.test(`${path}/`) }).filter((file) => !EXEMPT.test(file))
  const findings = read.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index): Finding[] => {
        const where = `${file}:${index + 1}`
        const words = splitNames(line)
        const wording = WORDING.flatMap(([pattern, advice]) => {
          const found = pattern.exec(words)?.[0]
          return found === undefined ? [] : [{ where, found, advice }]
        })
        const isComment = /\.tsx?$/.test(file) && isWide(line)
        return isComment ? [...wording, { where, found: `${line.length} columns`, advice: `wrap at ${COMMENT_COLUMNS}` }] : wording
      }),
  )
  return { read, findings }
}
