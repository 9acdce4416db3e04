import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { borders, checkBorders } from './borders.ts'
import { plant } from './plant.ts'

const PACKAGES = [
  'shell',
  'mfe-brand',
  'services/metrics',
  'services/payouts',
  'libs/contracts',
  'libs/rules',
  'libs/embedded',
  'libs/service-kit',
  'libs/testkit',
  'deploy/local',
]

/**
 * Creates a repository with every kind of package, linked as npm links them. Each package has one module in addition to
 * `files`.
 */
function repository(files: Record<string, string>) {
  const names = PACKAGES.map((folder) => [folder, folder.split('/').at(-1)])
  const root = plant({
    'package.json': JSON.stringify({ name: 'repository', workspaces: PACKAGES }),
    'node_modules/mongoose/package.json': '{ "name": "mongoose", "main": "index.js" }',
    'node_modules/mongoose/index.js': '',
    'node_modules/react-router-dom/package.json': '{ "name": "react-router-dom", "main": "index.js" }',
    'node_modules/react-router-dom/index.js': '',
    ...Object.fromEntries(
      names.map(([folder, name]) => [`${folder}/package.json`, JSON.stringify({ name: `@reelfair/${name}`, exports: './src/index.ts' })]),
    ),
    ...Object.fromEntries(PACKAGES.map((folder) => [`${folder}/src/index.ts`, 'export type Kind = 1\nexport const kind: Kind = 1\n'])),
    ...files,
  })
  mkdirSync(join(root, 'node_modules/@reelfair'))
  for (const [folder, name] of names) symlinkSync(join(root, `${folder}`), join(root, `node_modules/@reelfair/${name}`))
  return root
}

async function breachesOf(files: Record<string, string>): Promise<string[]> {
  const root = repository(files)
  return (await checkBorders(root)).breaches
}

const BAD_EXAMPLES: [string, string, string][] = [
  ['app-not-service', 'shell/src/a.ts', '@reelfair/metrics'],
  ['app-not-service', 'mfe-brand/src/a.tsx', '@reelfair/payouts'],
  ['app-not-app', 'mfe-brand/src/a.tsx', '@reelfair/shell'],
  ['app-not-app', 'shell/src/a.tsx', '@reelfair/mfe-brand'],
  ['app-by-facade', 'mfe-brand/src/a.tsx', 'react-router-dom'],
  ['page-not-page', 'mfe-brand/src/pages/kyc/form.ts', '../credits/form.tsx'],
  ['service-not-service', 'services/metrics/src/a.ts', '@reelfair/payouts'],
  ['lib-not-upwards', 'libs/rules/src/a.ts', '@reelfair/metrics'],
  ['lib-not-upwards', 'libs/testkit/src/a.ts', '@reelfair/mfe-brand'],
  ['deploy-on-top', 'shell/src/a.ts', '@reelfair/local'],
  ['deploy-on-top', 'services/metrics/src/a.ts', '@reelfair/local'],
  ['deploy-on-top', 'libs/testkit/src/a.ts', '@reelfair/local'],
  ['tests-use-only-the-sandbox', 'services/metrics/src/a.test.ts', '@reelfair/local'],
  ['contracts-at-the-bottom', 'libs/contracts/src/a.ts', '@reelfair/rules'],
  ['domain-is-pure', 'services/metrics/src/domain/a.ts', '../store/views.ts'],
  ['domain-is-pure', 'services/metrics/src/domain/a.ts', '@reelfair/service-kit'],
  ['domain-is-pure', 'services/metrics/src/domain/a.ts', 'node:fs'],
  ['mongoose-in-store', 'services/metrics/src/use-cases/a.ts', 'mongoose'],
  ['mongoose-in-store', 'libs/embedded/src/a.ts', 'mongoose'],
  ['embedded-is-replaceable', 'services/metrics/src/a.ts', '@reelfair/embedded'],
  ['embedded-is-replaceable', 'libs/service-kit/src/a.ts', '@reelfair/embedded'],
  ['packages-by-name', 'services/metrics/src/a.ts', '../../../libs/rules/src/index.ts'],
  ['no-cycle', 'services/metrics/src/a-cycle.ts', './b.ts'],
  ['resolvable', 'services/metrics/src/a.ts', './gone.ts'],
  ['resolvable', 'services/metrics/src/a.ts', 'no-such-package'],
]

const NEIGHBOURS = {
  'mfe-brand/src/pages/credits/form.tsx': 'export const form = <p />\n',
  'services/metrics/src/store/views.ts': "import 'mongoose'\n",
  'services/metrics/src/b.ts': "import './a-cycle.ts'\n",
  'services/metrics/src/a-cycle.ts': '',
}

/** Each bad example has its own file, so that one run of dependency-cruiser checks all of them. */
test('reports each bad example and nothing else', async () => {
  const examples = BAD_EXAMPLES.map(([rule, from, to], index) => ({ rule, from: from.replace('/a.', `/${rule}-${index}.`), to }))
  const files = Object.fromEntries(examples.map(({ from, to }) => [from, `import '${to}'\n`]))
  const reported = (await breachesOf({ ...NEIGHBOURS, ...files })).map((breach) => breach.split(' → ')[0])
  expect(reported.toSorted()).toEqual(examples.map(({ rule, from }) => `${rule}: ${from}`).toSorted())
})

test('detects every kind of import', async () => {
  const statements = [
    "import type { Kind } from '@reelfair/payouts'",
    "export type { Kind } from '@reelfair/payouts'",
    "export * from '@reelfair/payouts'",
    "export const later = () => import('@reelfair/payouts')",
    "export class Later {\n  kind = (async (): Promise<unknown> => (await import('@reelfair/payouts')) as unknown)()\n}",
    "export class Later {\n  kind(this: Later): boolean {\n    return import('@reelfair/payouts') as never\n  }\n}",
  ]
  const files = statements.map((statement, index) => [`services/metrics/src/a${index}.ts`, `${statement}\n`] as const)
  expect((await breachesOf(Object.fromEntries(files))).toSorted()).toEqual(
    files.map(([file]) => `service-not-service: ${file} → services/payouts/src/index.ts. Services communicate through events only.`),
  )
})

test('accepts all allowed imports', async () => {
  const imports = (...names: string[]) => names.map((name) => `import '${name}'\n`).join('')
  const files = {
    ...NEIGHBOURS,
    'mfe-brand/src/a.tsx': imports('@reelfair/contracts', '@reelfair/rules'),
    'mfe-brand/src/pages/kyc/page.tsx': imports('./form.tsx', '../../components/list.tsx'),
    'mfe-brand/src/pages/kyc/form.tsx': '',
    'mfe-brand/src/components/list.tsx': '',
    'services/metrics/src/domain/views.ts': imports('./logo.ts', '@reelfair/contracts', '@reelfair/rules'),
    'services/metrics/src/domain/logo.ts': '',
    'services/metrics/src/domain/views.test.ts': imports('./views.ts', 'node:assert'),
    'services/metrics/src/use-cases/a.test.ts': imports('@reelfair/testkit', 'mongoose'),
    'libs/service-kit/src/mongo.ts': imports('mongoose', '@reelfair/contracts'),
    'libs/embedded/src/a.test.ts': imports('mongoose', './index.ts'),
    'libs/embedded/test/driver.ts': imports('mongoose'),
    'libs/testkit/src/engines.ts': imports('@reelfair/embedded'),
    'deploy/local/src/main.ts': imports('@reelfair/embedded', '@reelfair/metrics', '@reelfair/payouts'),
  }
  expect(await breachesOf(files)).toEqual([])
})

test('has a bad example for every rule', () => {
  expect(new Set(BAD_EXAMPLES.map(([rule]) => rule))).toEqual(new Set(borders.map((rule) => rule.name)))
})

// The `borders` step of `npm test` checks the workspace itself.
test('reports a file that is missing from either dependency-cruiser’s output or the list of source files', async () => {
  const files = { 'libs/ui/package.json': '{}', 'libs/ui/dist-notes.ts': '', 'libs/rules/src/dist/a.ts': '' }
  expect((await breachesOf(files)).toSorted()).toEqual([
    'unlisted: libs/rules/src/dist/a.ts is missing from the list of source files',
    'unread: libs/ui/dist-notes.ts was skipped by dependency-cruiser',
  ])
})
