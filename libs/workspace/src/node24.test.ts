import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from './plant.ts'
import { workspaceRoot } from './source-files.ts'

const LOCK = {
  '': { name: 'reelfair' },
  'libs/rules': { dependencies: { zod: '^4.6.7' } },
  'node_modules/@reelfair/rules': { resolved: 'libs/rules', link: true },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' },
  'node_modules/node-win32-x64': { version: '24.21.0', optional: true },
}
const INSTALLED = {
  'node_modules/@reelfair/rules': { resolved: 'libs/rules', link: true },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod', dev: true },
}
const lock = (packages: object) => JSON.stringify({ packages })

/** Stands for npm: says what it was asked for, and puts a node into place unless it is to fail. */
const NPM = `const { mkdirSync, writeFileSync } = require('node:fs')
console.log('npm', process.argv[2])
if (process.env.NPM_FAILS) process.exit(9)
if (process.env.OTHER_MACHINE) process.exit(0)
mkdirSync('node_modules/.bin', { recursive: true })
writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho "ran $*"', { mode: 0o755 })
`

/** Starts `node24 program.ts --port 1` in a workspace with these files. */
function start(files: Record<string, string>, env: Record<string, string> = {}) {
  const root = plant({ 'npm.cjs': NPM, 'package-lock.json': lock(LOCK), ...files })
  mkdirSync(join(root, 'libs/workspace/bin'), { recursive: true })
  for (const file of ['node24', 'installed.mjs'])
    copyFileSync(join(workspaceRoot, 'libs/workspace/bin', file), join(root, 'libs/workspace/bin', file))
  if (files['node_modules/.bin/node']) chmodSync(join(root, 'node_modules/.bin/node'), 0o755)
  const { status, stdout, stderr } = spawnSync(join(root, 'libs/workspace/bin/node24'), ['program.ts', '--port', '1'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, npm_node_execpath: process.execPath, npm_execpath: join(root, 'npm.cjs'), ...env },
  })
  return { status, stdout, installs: stderr.includes('npm ci'), stderr }
}

const node = { 'node_modules/.bin/node': '#!/bin/sh\necho "ran $*"' }

test('runs the program at once when everything is installed, printing nothing of its own', () => {
  expect(start({ ...node, 'node_modules/.package-lock.json': lock(INSTALLED) })).toEqual({
    status: 0,
    stdout: 'ran program.ts --port 1\n',
    stderr: '',
    installs: false,
  })
})

test.for<[string, Record<string, string>]>([
  ['nothing', {}],
  ['an unfinished install', node],
  ['another version', { ...node, 'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/zod': { version: '4.6.6' } }) }],
  [
    'a package under the same name in another place',
    {
      ...node,
      'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/@reelfair/rules': { resolved: 'libs/tiers', link: true } }),
    },
  ],
  ['a package too few', { ...node, 'node_modules/.package-lock.json': lock({}) }],
  ['a package too many', { ...node, 'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/left-pad': {} }) }],
  ['no Node 24', { 'node_modules/.package-lock.json': lock(INSTALLED) }],
])('installs first, with npm on stderr, when there is %s', ([, files]) => {
  expect(start(files)).toMatchObject({ status: 0, stdout: 'ran program.ts --port 1\n', installs: true })
})

test('does not start the program when the install fails', () => {
  expect(start({}, { NPM_FAILS: 'yes' })).toMatchObject({ status: 9, stdout: '', installs: true })
})

test('says so when there is no Node 24 for the machine', () => {
  const { status, stdout, stderr } = start({}, { OTHER_MACHINE: 'yes' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('Node 24 is pinned for Linux on x64 and arm64')
})

test('is Node 24 that runs our programs', () => {
  expect(process.version).toMatch(/^v24\./)
})
