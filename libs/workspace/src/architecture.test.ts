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

/** Returns the faults in a valid one-package workspace after adding `manifest` and `files`. */
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

test('finds no faults in this workspace', () => {
  expect(packageFolders(workspaceRoot)).toContain('libs/workspace')
  expect(faultsOf(workspaceRoot)).toEqual([])
})

test('finds no faults in a valid package', () => {
  expect(faultsWith({})).toEqual([])
})

test.for<[string, object, Record<string, string>?]>([
  ['tools: the top level is fixed', {}, { 'tools/build.sh': '' }],
  ['libs/tiers/src/index.ts: belongs to no package, so no test step reads it', {}, { 'libs/tiers/src/index.ts': '' }],
  ['libs/rules: must be named @reelfair/rules', { name: 'rules' }],
  ['libs/rules: must be private', { private: undefined }],
  ['libs/rules: must have "type": "module"', { type: 'commonjs' }],
  ['libs/rules: must have an exports map', { exports: undefined }],
  ['libs/rules: must extend tsconfig.base.json', {}, { 'libs/rules/tsconfig.json': '{}' }],
  ['libs/rules: must have the target types: tsc', { scripts: { ...MANIFEST.scripts, types: 'true' } }],
  ['libs/rules: must have the target test: vitest', { scripts: { ...MANIFEST.scripts, test: 'true' } }],
  ['libs/rules: must be tagged lib', { nx: { tags: ['app'] } }],
  ['libs/rules: must have its dependencies in package-lock.json', { dependencies: { zod: '^4.6.7' } }],
  ['libs/rules: must name libs/rules/src/tier-utils.ts after its purpose', {}, { 'libs/rules/src/tier-utils.ts': '' }],
])('reports %s', ([fault, manifest, files]) => {
  expect(faultsWith(manifest, files)).toEqual([fault])
})

test('reports a package without a README', () => {
  const root = plant({ 'shell/package.json': '{}' })
  expect(faultsOf(root)).toContain('shell: must have a README.md')
})
