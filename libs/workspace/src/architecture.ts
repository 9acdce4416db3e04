/** The shape of the workspace: the fixed top level, and the same manifest, targets and page of explanation in every package. */
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

/** What a tool looks for at the top and nowhere else. */
const FORCED_BY_TOOLS = ['.ci', '.git', '.gitignore', '.nx', 'biome.json', 'node_modules', 'package-lock.json']

const KIND_OF_FOLDER: Record<string, string> = { services: 'service', libs: 'lib', deploy: 'deploy' }

/** House rules §4: such a name says where code went, not what it does. */
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

/** @returns a sentence for each thing that is not as in every other place. */
export function faultsOf(root: string): string[] {
  const packages = packageFolders(root)
  const strangers = topLevelOf(root).filter((entry) => ![...TOP_LEVEL, ...FORCED_BY_TOOLS].includes(entry))
  const strays = sourceFiles(root, '*').filter((file) => !packages.some((folder) => file.startsWith(`${folder}/`)))
  return [
    ...strangers.map((entry) => `${entry}: the top level is fixed`),
    ...strays.map((file) => `${file}: lies in no package, so no step of the tests reads it`),
    ...packages.flatMap((folder) => faultsOfPackage(root, folder)),
  ]
}

/** What git tracks at the top, for a log that somebody left there is no fault; without git, all that lies there. */
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
    [`is named @reelfair/${basename(folder)}`, manifest.name === `@reelfair/${basename(folder)}`],
    ['is private', manifest.private === true],
    ['has "type": "module"', manifest.type === 'module'],
    ['has an exports map', typeof manifest.exports === 'object'],
    ['has a README.md', existsSync(join(root, folder, 'README.md'))],
    ['extends tsconfig.base.json', readJson(`${folder}/tsconfig.json`).extends === `${up}/tsconfig.base.json`],
    ['has the target types: tsc', manifest.scripts?.types === 'tsc'],
    ['has the target test: vitest', manifest.scripts?.test === `vitest run --config ${up}/libs/workspace/vitest.config.ts`],
    [`is tagged ${KIND_OF_FOLDER[parent] ?? 'app'}`, same(manifest.nx?.tags, [KIND_OF_FOLDER[parent] ?? 'app'])],
    [
      'has its dependencies in package-lock.json',
      same(manifest.dependencies, locked.dependencies) && same(manifest.devDependencies, locked.devDependencies),
    ],
    ...sourceFiles(root, folder).map((file): [string, boolean] => [`names ${file} after what it does`, !EMPTY_NAME.test(basename(file))]),
  ]
  return rules.filter(([, kept]) => !kept).map(([rule]) => `${folder}: not true that it ${rule}`)
}
