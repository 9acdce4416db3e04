import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../knip.config.ts'
import { plant } from './plant.ts'
import { packageFolders, workspaceRoot } from './source-files.ts'
import { isAllUsed } from './unused-step.ts'

/** Searches a small repository with one service that has a program, a test and a used module. */
async function search(files: Record<string, string>) {
  const root = plant({
    'package.json': JSON.stringify({ name: 'repository', workspaces: ['services/*'] }),
    'services/metrics/package.json': JSON.stringify({ name: '@reelfair/metrics', type: 'module' }),
    'services/metrics/src/main.ts': "import { views } from './views.ts'\n\nconsole.log(views)\n",
    'services/metrics/src/views.ts': 'export const views = 1\n',
    'services/metrics/src/views.test.ts': "import { views } from './views.ts'\n\nconsole.log(views)\n",
    ...files,
  })
  const lines: string[] = []
  const passed = await isAllUsed(root, (line) => lines.push(line), '--no-config-hints')
  return { passed, lines }
}

const BAD_EXAMPLES: [string, string, Record<string, string>][] = [
  ['a file', 'services/metrics/src/tiers.ts', { 'src/tiers.ts': 'export const tier = 1\n' }],
  ['an export', 'tier', { 'src/views.ts': 'export const views = 1\nexport const tier = 1\n' }],
  ['a type', 'Tier', { 'src/views.ts': 'export const views = 1\nexport type Tier = 1\n' }],
  ['an export that only its own file uses', 'tier', { 'src/views.ts': 'export const tier = 1\nexport const views = tier\n' }],
  ['a dependency', 'zod', { 'package.json': '{ "name": "@reelfair/metrics", "type": "module", "dependencies": { "zod": "4.6.7" } }' }],
  [
    'an export that only a test uses',
    'tier',
    {
      'src/views.ts': 'export const views = 1\nexport const tier = 1\n',
      'src/views.test.ts': "import { tier } from './views.ts'\n\nconsole.log(tier)\n",
    },
  ],
  [
    'an export of an entry point that only a test uses',
    'views',
    {
      'package.json': '{ "name": "@reelfair/metrics", "type": "module", "exports": { ".": "./src/index.ts" } }',
      'src/index.ts': "export { views } from './views.ts'\n",
      'src/views.test.ts': "import { views } from './index.ts'\n\nconsole.log(views)\n",
    },
  ],
]

test.for(BAD_EXAMPLES)('reports %s that nothing else uses', async ([, name, files]) => {
  const { passed, lines } = await search(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`services/metrics/${path}`, content])),
  )
  expect(passed).toBe(false)
  expect(lines.filter((line) => line.startsWith('Unused'))).toHaveLength(1)
  expect(lines.filter((line) => line.split(' ')[0] === name)).toHaveLength(1)
})

test('accepts files, exports and dependencies that are used', async () => {
  expect(await search({})).toEqual({ passed: true, lines: [] })
})

test('searches every package', () => {
  const searched = Object.keys(config.workspaces)
  expect(packageFolders(workspaceRoot).filter((folder) => !searched.some((pattern) => matchesGlob(folder, pattern)))).toEqual([])
})
