import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from './plant.ts'
import { packageFolders, programsEnv, sourceFiles, workspaceRoot } from './source-files.ts'

const PLUGINS = ['no-import-in-type', 'no-unbounded-arguments'].map((name) => `libs/workspace/${name}.grit`)
const MANIFEST = '{\n  "name": "@reelfair/rules"\n}\n'
const SHELL_MANIFEST = '{\n  "name": "@reelfair/shell",\n  "dependencies": {\n    "react": "19.3.1"\n  }\n}\n'

/** Takes files by path and returns the biome.json rules that each of them breaks. */
function breachesOf(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const root = plant({
    'libs/rules/package.json': MANIFEST,
    'services/metrics/package.json': MANIFEST,
    'shell/package.json': SHELL_MANIFEST,
    ...files,
  })
  for (const file of ['biome.json', '.gitignore', ...PLUGINS]) cpSync(join(workspaceRoot, file), join(root, file))
  const { stdout, status } = spawnSync('biome', ['check', '--error-on-warnings', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: root,
    env: programsEnv,
    encoding: 'utf8',
  })
  const found: Diagnostic[] = JSON.parse(stdout).diagnostics
  expect(status).toBe(found.length ? 1 : 0)
  const rulesOf = (path: string) =>
    found.filter(({ location }) => location.path === path).map(({ category }) => category.replace('lint/', ''))
  const paths = new Set([...Object.keys(files), ...found.map(({ location }) => location.path)])
  return Object.fromEntries([...paths].map((path) => [path, [...new Set(rulesOf(path))].sort()]))
}

const breaches = (path: string, content: string) => breachesOf({ [path]: content })[path]

interface Diagnostic {
  readonly category: string
  readonly location: { readonly path: string }
}

const TIERS = 'libs/rules/src/tiers.ts'
const VIEWS = 'services/metrics/src/views.ts'
const HOOK = 'shell/src/use-title.ts'
const STYLES = 'libs/rules/src/tiers.css'

const longFunction = `export function count() {\n${'  console.log(1)\n'.repeat(62)}}\n`
const longFile = `${Array.from({ length: 402 }, (_, at) => `export const tier${at} = ${at}`).join('\n')}\n`
const longStyles = `${Array.from({ length: 101 }, (_, at) => `.tier${at} {\n  color: red;\n}\n`).join('\n')}`

const BAD_EXAMPLES: [string, string, string][] = [
  ['format', TIERS, 'export const tiers = ["bronze"];\n'],
  ['complexity/noExcessiveLinesPerFunction', TIERS, longFunction],
  ['correctness/noUndeclaredDependencies', TIERS, "export { z } from 'zod'\n"],
  ['correctness/noUndeclaredDependencies', TIERS, "export { refuse } from '@reelfair/contracts'\n"],
  ['correctness/noUnusedFunctionParameters', TIERS, 'export const tierOf = (views: number) => 1\n'],
  ['correctness/noUnusedImports', TIERS, "import { join } from 'node:path'\n\nexport const tier = 1\n"],
  ['correctness/noUnusedPrivateClassMembers', TIERS, 'export class Tier {\n  #views = 1\n}\n'],
  ['correctness/noUnusedVariables', TIERS, 'const tier = 1\n'],
  [
    'correctness/useExhaustiveDependencies',
    HOOK,
    "import { useEffect } from 'react'\n\nexport const useTitle = (title: string) => {\n  useEffect(() => {\n    document.title = title\n  })\n}\n",
  ],
  ['nursery/noFloatingPromises', TIERS, 'const save = async () => {}\nexport const pay = () => {\n  save()\n}\n'],
  [
    'nursery/useReactCompiler',
    HOOK,
    "import { useRef } from 'react'\n\nexport const useLatest = (title: string) => {\n  const latest = useRef(title)\n  latest.current = title\n  return latest\n}\n",
  ],
  ['plugin', TIERS, "export type Tier = import('../../../services/metrics/src/app.ts').Tier\n"],
  ['plugin', TIERS, "export type Tiers = typeof import('@reelfair/metrics')\n"],
  ['plugin', VIEWS, 'export const add = (all: number[], more: number[]) => all.push(...more)\n'],
  ['plugin', VIEWS, 'export const highest = (views: number[]) => Math.max(0, ...views)\n'],
  ['plugin', VIEWS, 'export const text = (codes: number[]) => String.fromCharCode(...codes)\n'],
  ['style/noCommonJs', TIERS, "export const path = require('node:path')\n"],
  ['style/noExcessiveLinesPerFile', TIERS, longFile],
  ['style/noExcessiveLinesPerFile', STYLES, longStyles],
  ['style/noNonNullAssertion', TIERS, 'export const first = (tiers: number[]) => tiers[0]!\n'],
  ['style/useConst', TIERS, 'let tier = 1\nexport const sameTier = tier\n'],
  ['style/useFilenamingConvention', 'libs/rules/src/TierList.ts', 'export const tier = 1\n'],
  ['style/useImportType', TIERS, "import { Stats } from 'node:fs'\n\nexport type Size = Stats['size']\n"],
  ['style/useNodejsImportProtocol', TIERS, "export { join } from 'path'\n"],
  ['style/useThrowOnlyError', TIERS, "export const fail = () => {\n  throw 'no tier'\n}\n"],
  ['suspicious/noDoubleEquals', TIERS, 'export const same = (a: number, b: number) => a == b\n'],
  ['suspicious/noExplicitAny', TIERS, 'export const tier: any = 1\n'],
  ['suspicious/noFocusedTests', 'libs/rules/src/tiers.test.ts', "test.only('adds', () => {})\n"],
  ['suspicious/noSkippedTests', 'libs/rules/src/tiers.test.ts', "test.skip('adds', () => {})\n"],
  ['suppressions/unused', TIERS, '// biome-ignore lint/suspicious/noExplicitAny: unused suppression\nexport const tier = 1\n'],
]

test('reports exactly the rule that each bad example breaks', () => {
  // One run for all examples, each in a folder of its own, because starting Biome takes longer than linting them.
  const planted = BAD_EXAMPLES.map(([rule, path, content], at) => ({ rule, path: path.replace('/src/', `/src/${at}/`), content }))
  const found = breachesOf(Object.fromEntries(planted.map(({ path, content }) => [path, content])))
  expect(found).toEqual(Object.fromEntries(planted.map(({ path, rule }) => [path, [rule]])))
})

test('allows bitwise operators, reassigned parameters and non-null assertions in libs/embedded', () => {
  const content = 'export function carry(bytes: number[], at: number) {\n  at = at & 0xff\n  return bytes[at]!\n}\n'
  expect(breaches('libs/embedded/src/carry.ts', content)).toEqual([])
})

test.for([
  'libs/rules/src/tiers.test.ts',
  'services/metrics/test/tiers.ts',
  'services/metrics/src/testing/tiers.ts',
  'deploy/e2e/src/tiers.ts',
  'mfe-brand/src/messages/en.ts',
  'shell/src/pages/terms/versions/terms-1-0.ts',
])('allows long functions and files in %s', (path) => {
  expect(breaches(path, `${longFunction}\n${longFile}`)).toEqual([])
})

test('allows spread in arrays and objects, and in arguments in test files', () => {
  const content = 'export const join = (all: number[], more: number[]) => [...all, ...more]\n\nMath.max([...join([], [])].length)\n'
  expect(breaches(VIEWS, content)).toEqual([])
  expect(breaches('services/metrics/src/views.test.ts', 'export const highest = (views: number[]) => Math.max(...views)\n')).toEqual([])
})

test('has a bad example for every rule enabled in biome.json', () => {
  const { preset: _, ...groups } = JSON.parse(readFileSync(join(workspaceRoot, 'biome.json'), 'utf8')).linter.rules
  const named = Object.entries<object>(groups).flatMap(([group, rules]) =>
    Object.entries(rules).flatMap(([rule, level]) => (level === 'off' ? [] : [`${group}/${rule}`])),
  )
  expect(BAD_EXAMPLES.map(([rule]) => rule)).toEqual(expect.arrayContaining(named))
})

test('reads every source file in the workspace', () => {
  const sources = packageFolders(workspaceRoot).flatMap((folder) => sourceFiles(workspaceRoot, folder))
  // A single rule is enough to show which files Biome reads. Type-aware rules would take ten times longer.
  const args = ['lint', '--verbose', '--only=style/useConst', '.']
  const { stdout, stderr } = spawnSync('biome', args, { cwd: workspaceRoot, env: programsEnv, encoding: 'utf8' })
  const report = (stdout + stderr).split('\n').map((line) => line.trim())
  // A concurrent build may already have deleted a file.
  const there = sources.filter((file) => existsSync(join(workspaceRoot, file)))
  expect(there.filter((file) => !report.includes(`- ${file}`))).toEqual([])
})
