/** Checks the workspace's structure: a fixed top level, and the same manifest, targets and README in every package. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageFolders, sourceFiles } from './source-files.ts'

const TOP_LEVEL = [
  'package.json',
  'nx.json',
  'tsconfig.base.json',
  'shell',
  'mfe-creator',
  'mfe-brand',
  'mfe-admin',
  'services',
  'libs',
  'deploy',
  'README.md',
]

const FORCED_BY_TOOLS = ['.ci', '.git', '.gitignore', '.nx', 'biome.json', 'node_modules', 'package-lock.json']

const KIND_OF_FOLDER: Record<string, string> = { services: 'service', libs: 'lib', deploy: 'deploy' }

/** Names that do not describe a purpose. @source house rules §4 */
const EMPTY_NAME = /(?:^|-)(?:utils?|helpers?|managers?|impl|common|misc)(?:[-.]|$)/

interface Manifest {
  name?: string
  private?: boolean
  type?: string
  exports?: unknown
  scripts?: Record<string, string>
  nx?: { tags?: string[] }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** @returns one line for each deviation from the standard structure */
export function faultsOf(root: string): string[] {
  const packages = packageFolders(root)
  const unexpected = topLevelOf(root).filter((entry) => ![...TOP_LEVEL, ...FORCED_BY_TOOLS].includes(entry))
  const strays = sourceFiles(root, '*').filter((file) => !packages.some((folder) => file.startsWith(`${folder}/`)))
  return [
    ...unexpected.map((entry) => `${entry}: the top level is fixed`),
    ...strays.map((file) => `${file}: belongs to no package, so no test step reads it`),
    ...packages.flatMap((folder) => faultsOfPackage(root, folder)),
  ]
}

/** Lists only tracked entries, so that it ignores files such as logs. Without git, lists all entries. */
function topLevelOf(root: string): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? [...new Set(stdout.split('\n').flatMap((path) => path.split('/')[0] || []))] : readdirSync(root)
}

function faultsOfPackage(root: string, folder: string): string[] {
  const readJson = (path: string) => (existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {})
  const manifest: Manifest = readJson(`${folder}/package.json`)
  const locked: Manifest = readJson('package-lock.json').packages?.[folder] ?? {}
  const [parent = '', child] = folder.split('/')
  const up = child ? '../..' : '..'
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

  const rules: [string, boolean][] = [
    [`be named @reelfair/${basename(folder)}`, manifest.name === `@reelfair/${basename(folder)}`],
    ['be private', manifest.private === true],
    ['have "type": "module"', manifest.type === 'module'],
    ['have an exports map', typeof manifest.exports === 'object'],
    ['have a README.md', existsSync(join(root, folder, 'README.md'))],
    ['extend tsconfig.base.json', readJson(`${folder}/tsconfig.json`).extends === `${up}/tsconfig.base.json`],
    ['have the target types: tsc', manifest.scripts?.types === 'tsc'],
    ['have the target test: vitest', manifest.scripts?.test === `vitest run --config ${up}/libs/workspace/vitest.config.ts`],
    [`be tagged ${KIND_OF_FOLDER[parent] ?? 'app'}`, same(manifest.nx?.tags, [KIND_OF_FOLDER[parent] ?? 'app'])],
    [
      'have its dependencies in package-lock.json',
      same(manifest.dependencies, locked.dependencies) && same(manifest.devDependencies, locked.devDependencies),
    ],
    ...sourceFiles(root, folder).map((file): [string, boolean] => [`name ${file} after its purpose`, !EMPTY_NAME.test(basename(file))]),
  ]
  return rules.filter(([, kept]) => !kept).map(([rule]) => `${folder}: must ${rule}`)
}
