import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** A fake npm: prints its command and, unless a test makes it fail, installs a fake node and the given packages. */
const NPM = `const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs')
console.log('npm', process.argv[2])
appendFileSync('installs', 'x')
if (process.env.NPM_FAILS) process.exit(9)
if (process.env.OTHER_MACHINE) process.exit(0)
mkdirSync('node_modules/.bin', { recursive: true })
writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho "ran $*"', { mode: 0o755 })
// Writes the lock last, as npm does.
const end = () => writeFileSync('node_modules/.package-lock.json', process.env.INSTALLS)
if (process.env.WAIT_FOR) {
  const timer = setInterval(() => existsSync(process.env.WAIT_FOR) && (clearInterval(timer), end()), 20)
} else end()
`

function workspace(files: Record<string, string>) {
  const root = plant({ 'npm.cjs': NPM, 'package-lock.json': lock(LOCK), ...files })
  mkdirSync(join(root, 'libs/workspace/bin'), { recursive: true })
  for (const file of ['node24', 'installed.mjs'])
    copyFileSync(join(workspaceRoot, 'libs/workspace/bin', file), join(root, 'libs/workspace/bin', file))
  if (files['node_modules/.bin/node']) chmodSync(join(root, 'node_modules/.bin/node'), 0o755)
  const env = {
    PATH: process.env.PATH,
    npm_node_execpath: process.execPath,
    npm_execpath: join(root, 'npm.cjs'),
    INSTALLS: lock(INSTALLED),
  }
  return { root, program: join(root, 'libs/workspace/bin/node24'), env }
}

const ARGS = ['program.ts', '--port', '1']

function start(files: Record<string, string>, more: Record<string, string> = {}) {
  const { program, env } = workspace(files)
  const { status, stdout, stderr } = spawnSync(program, ARGS, { encoding: 'utf8', env: { ...env, ...more } })
  return { status, stdout, installs: stderr.includes('npm ci\n'), stderr }
}

const node = { 'node_modules/.bin/node': '#!/bin/sh\necho "ran $*"' }

test('runs the program immediately and prints nothing if everything is installed', () => {
  expect(start({ ...node, 'node_modules/.package-lock.json': lock(INSTALLED) })).toEqual({
    status: 0,
    stdout: 'ran program.ts --port 1\n',
    stderr: '',
    installs: false,
  })
})

test('keeps compiled code in node_modules', () => {
  const printing = { 'node_modules/.bin/node': '#!/bin/sh\necho "$NODE_COMPILE_CACHE"' }
  const { stdout } = start({ ...printing, 'node_modules/.package-lock.json': lock(INSTALLED) })
  expect(stdout).toMatch(/\/node_modules\/\.cache\/compiled\n$/)
})

test.for<[string, Record<string, string>]>([
  ['an empty node_modules', {}],
  ['an unfinished install', node],
  ['an outdated version', { ...node, 'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/zod': { version: '4.6.6' } }) }],
  [
    'a package linked from another folder',
    {
      ...node,
      'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/@reelfair/rules': { resolved: 'libs/tiers', link: true } }),
    },
  ],
  ['a missing package', { ...node, 'node_modules/.package-lock.json': lock({}) }],
  ['an extra package', { ...node, 'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/left-pad': {} }) }],
  ['a missing Node 24', { 'node_modules/.package-lock.json': lock(INSTALLED) }],
])('installs first, logging to stderr, given %s', ([, files]) => {
  expect(start(files)).toMatchObject({ status: 0, stdout: 'ran program.ts --port 1\n', installs: true })
})

test('does not start the program if the install fails', () => {
  expect(start({}, { NPM_FAILS: 'yes' })).toMatchObject({ status: 9, stdout: '', installs: true })
})

test('reports a machine without a Node 24 build', () => {
  const { status, stdout, stderr } = start({}, { OTHER_MACHINE: 'yes' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('Node 24 is pinned for Linux on x64 and arm64')
})

test('installs once for two concurrent starts', async () => {
  const { root, program, env } = workspace({})
  const waitingFile = join(root, 'waiting')
  const run = () =>
    new Promise<string>((resolve, reject) => {
      const child = execFile(program, ARGS, { env: { ...env, WAIT_FOR: waitingFile } }, (error, stdout, stderr) =>
        error ? reject(error) : resolve(stdout + stderr),
      )
      child.stderr?.on('data', (text: string) => text.includes('waiting') && writeFileSync(waitingFile, ''))
    })
  const outputs = await Promise.all([run(), run()])
  for (const output of outputs) expect(output).toContain('ran program.ts --port 1')
  expect(readFileSync(join(root, 'installs'), 'utf8')).toBe('x')
})

test('stops and reports the difference if npm ci leaves node_modules incomplete', () => {
  const { 'node_modules/zod': _, ...withoutZod } = INSTALLED
  const { status, stdout, stderr } = start({}, { INSTALLS: lock(withoutZod) })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('npm ci finished, but node_modules still differs from package-lock.json: node_modules/zod is missing.')
})

test('does not install while Reelfair is running, but ignores a killed process’s lock file', () => {
  const old = { ...node, 'node_modules/.package-lock.json': lock({ ...INSTALLED, 'node_modules/zod': { version: '4.6.6' } }) }
  const bornAt = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ')[19]
  const owner = (born: string | undefined) => JSON.stringify({ pid: process.pid, bornAt: born })
  const refused = start({ ...old, '.reelfair/running.json': owner(bornAt) })
  expect(refused).toMatchObject({ status: 1, stdout: '', installs: false })
  expect(refused.stderr).toMatch(new RegExp(`zod is 4\\.6\\.6 .*Reelfair is running here \\(process ${process.pid}\\)`))
  expect(start({ ...old, '.reelfair/running.json': owner('1') })).toMatchObject({ status: 0, installs: true })
})

test('runs on Node 24', () => {
  expect(process.version).toMatch(/^v24\./)
})
