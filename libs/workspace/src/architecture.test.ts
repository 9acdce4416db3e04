import { expect, test } from 'vitest'
import { faultsOf } from './architecture.ts'
import { plant } from './plant.ts'
import { packageFolders, workspaceRoot } from './source-files.ts'

const MANIFEST = {
  name: '@reelfair/rules',
  private: true,
  type: 'module',
  exports: { '.': './src/index.ts' },
  scripts: { types: 'tsc', test: 'vitest run --config ../../libs/workspace/vitest.config.ts' },
  nx: { tags: ['lib'] },
  devDependencies: { vitest: '5.1.1' },
}

/** What is wrong with a workspace of one package that differs from a faultless one by `manifest` and `files`. */
function faultsWith(manifest: object, files: Record<string, string> = {}): string[] {
  const root = plant({
    'package-lock.json': JSON.stringify({ packages: { 'libs/rules': { devDependencies: { vitest: '5.1.1' } } } }),
    'libs/rules/package.json': JSON.stringify({ ...MANIFEST, ...manifest }),
    'libs/rules/tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
    'libs/rules/README.md': '# Rules',
    'libs/rules/src/index.ts': '',
    ...files,
  })
  return faultsOf(root)
}

test('finds this workspace in order', () => {
  expect(packageFolders(workspaceRoot)).toContain('libs/workspace')
  expect(faultsOf(workspaceRoot)).toEqual([])
})

test('finds no fault in a package that is as it should be', () => {
  expect(faultsWith({})).toEqual([])
})

test.for<[string, object, Record<string, string>?]>([
  ['tools: the top level is fixed', {}, { 'tools/build.sh': '' }],
  ['libs/tiers/src/index.ts: lies in no package, so no step of the tests reads it', {}, { 'libs/tiers/src/index.ts': '' }],
  ['libs/rules: not true that it is named @reelfair/rules', { name: 'rules' }],
  ['libs/rules: not true that it is private', { private: undefined }],
  ['libs/rules: not true that it has "type": "module"', { type: 'commonjs' }],
  ['libs/rules: not true that it has an exports map', { exports: undefined }],
  ['libs/rules: not true that it extends tsconfig.base.json', {}, { 'libs/rules/tsconfig.json': '{}' }],
  ['libs/rules: not true that it has the target types: tsc', { scripts: { ...MANIFEST.scripts, types: 'true' } }],
  ['libs/rules: not true that it has the target test: vitest', { scripts: { ...MANIFEST.scripts, test: 'true' } }],
  ['libs/rules: not true that it is tagged lib', { nx: { tags: ['app'] } }],
  ['libs/rules: not true that it has its dependencies in package-lock.json', { dependencies: { zod: '^4.6.7' } }],
  ['libs/rules: not true that it names libs/rules/src/tier-utils.ts after what it does', {}, { 'libs/rules/src/tier-utils.ts': '' }],
])('reports %s', ([fault, manifest, files]) => {
  expect(faultsWith(manifest, files)).toEqual([fault])
})

test('reports a package without a page of explanation', () => {
  const root = plant({ 'shell/package.json': '{}' })
  expect(faultsOf(root)).toContain('shell: not true that it has a README.md')
})
