import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from './plant.ts'
import { packageFolders, programsEnv, sourceFiles, workspaceRoot } from './source-files.ts'

const VALUE = 'export const value: number = 1\nexport type Value = number\n'

test.for<[string, string]>([
  ['TS2322: a value of another type', "export const tier: number = 'bronze'"],
  ['TS2532: an index that may be out of range', 'export const first = (tiers: string[]) => tiers[0].length'],
  ['TS2375: undefined in an optional property', 'export const tier: { views?: number } = { views: undefined }'],
  ['TS1294: syntax that Node cannot strip', 'export enum Tier { Bronze }'],
  ['TS1484: a type imported as a value', "import { Value } from './value.ts'\nexport const one: Value = 1"],
  ['TS2835: an import without its ending', "export { value } from './value'"],
  ['TS7006: a parameter without a type', 'export const tierOf = (views) => 1'],
  [
    'TS7029: a case that falls through',
    'export const tierOf = (n: number) => {\n  switch (n) {\n    case 1:\n      n++\n    default:\n      return n\n  }\n}',
  ],
])('reports %s', ([rule, content]) => {
  const root = plant({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: join(workspaceRoot, 'tsconfig.base.json'),
      compilerOptions: { types: [] },
      include: ['src'],
    }),
    'src/value.ts': VALUE,
    'src/tier.ts': content,
  })
  const { stdout, status } = spawnSync('tsc', ['--pretty', 'false'], { cwd: root, env: programsEnv, encoding: 'utf8' })
  expect(stdout.match(/TS\d+/g)).toEqual([rule.slice(0, rule.indexOf(':'))])
  expect(status).not.toBe(0)
})

test.for(packageFolders(workspaceRoot))('reads every source file of %s', (folder) => {
  const { stdout } = spawnSync('tsc', ['--listFilesOnly', '-p', folder], { cwd: workspaceRoot, env: programsEnv, encoding: 'utf8' })
  const read = stdout.split('\n').map((file) => relative(workspaceRoot, file))
  expect(sourceFiles(workspaceRoot, folder).filter((file) => !read.includes(file))).toEqual([])
})

test('Nx checks every package', () => {
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
