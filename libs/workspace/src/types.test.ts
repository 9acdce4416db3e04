import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from './plant.ts'
import { packageFolders, programsEnv, sourceFiles, workspaceRoot } from './source-files.ts'
import { TYPE_PROGRAMS } from './types-step.ts'

const VALUE = 'export const value: number = 1\nexport type Value = number\n'

const BAD: readonly (readonly [string, string])[] = [
  ['TS2322: a value of the wrong type', "export const tier: number = 'bronze'"],
  ['TS2532: an index that may be out of range', 'export const first = (tiers: string[]) => tiers[0].length'],
  ['TS2375: undefined in an optional property', 'export const tier: { views?: number } = { views: undefined }'],
  ['TS1294: syntax that Node cannot strip', 'export enum Tier { Bronze }'],
  ['TS1484: a type imported as a value', "import { Value } from './value.ts'\nexport const one: Value = 1"],
  ['TS2835: an import without a file extension', "export { value } from './value'"],
  ['TS7006: a parameter without a type', 'export const tierOf = (views) => 1'],
  [
    'TS7029: a case that falls through',
    'export const tierOf = (n: number) => {\n  switch (n) {\n    case 1:\n      n++\n    default:\n      return n\n  }\n}',
  ],
]

test('reports exactly the planted type errors', () => {
  const root = plant({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: join(workspaceRoot, 'tsconfig.base.json'),
      compilerOptions: { types: [] },
      include: ['src'],
    }),
    'src/value.ts': VALUE,
    ...Object.fromEntries(BAD.map(([rule, content]) => [`src/${rule.slice(0, rule.indexOf(':'))}.ts`, content])),
  })
  const { stdout, status } = spawnSync('tsc', ['--pretty', 'false'], { cwd: root, env: programsEnv, encoding: 'utf8' })
  const reported = [...stdout.matchAll(/^src\/(\w+)\.ts.* error (TS\d+)/gm)].map(([, file, rule]) => [file, rule])
  expect(reported.toSorted()).toEqual(BAD.map(([rule]) => Array(2).fill(rule.slice(0, rule.indexOf(':')))).toSorted())
  expect(stdout.match(/TS\d+:/g)).toHaveLength(BAD.length)
  expect(status).not.toBe(0)
})

interface Program {
  /** Relative to the repository root. */
  readonly files: readonly string[]
  readonly options: object
}

function programOf(config: string): Program {
  const { stdout } = spawnSync('tsc', ['--showConfig', '-p', config], { cwd: workspaceRoot, env: programsEnv, encoding: 'utf8' })
  const { files, compilerOptions } = JSON.parse(stdout) as { files: string[]; compilerOptions: object }
  return { files: files.map((file) => join(dirname(config), file)), options: compilerOptions }
}

const programs = TYPE_PROGRAMS.map(programOf)

test.for(packageFolders(workspaceRoot))('reads every source file of %s in one program, with its package’s options', (folder) => {
  const { options } = programOf(`${folder}/tsconfig.json`)
  const mine = programs.filter(({ files }) => files.some((file) => file.startsWith(`${folder}/`)))
  expect(mine.map((program) => program.options)).toEqual([options])
  expect(sourceFiles(workspaceRoot, folder).filter((file) => !mine[0]?.files.includes(file))).toEqual([])
})

test('has an Nx target `types` for every package', () => {
  const json = execFileSync('nx', ['show', 'projects', '--with-target=types', '--json'], {
    cwd: workspaceRoot,
    env: programsEnv,
    encoding: 'utf8',
  })
  const names = packageFolders(workspaceRoot).map(
    (folder) => JSON.parse(readFileSync(join(workspaceRoot, folder, 'package.json'), 'utf8')).name,
  )
  expect(JSON.parse(json).sort()).toEqual(names.sort())
})
