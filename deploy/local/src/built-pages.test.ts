import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashSources, pagesAreCurrent, recordBuild } from './built-pages.ts'

const APPS = ['shell', 'mfe-brand']

function built() {
  const root = mkdtempSync(join(tmpdir(), 'reelfair-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    // A fixed timestamp, as produced by tools that preserve timestamps.
    utimesSync(join(root, path), 1_000, 1_000)
  }
  for (const path of ['package-lock.json', 'shell/src/app.tsx', 'mfe-brand/rsbuild.config.ts', 'libs/ui/src/button.tsx', 'shell/dist/a.js'])
    write(path, 'old')
  write('node_modules/.package-lock.json', 'old')
  recordBuild(hashSources(root, APPS), root, APPS)
  return { root, write, current: () => pagesAreCurrent(hashSources(root, APPS), root, APPS) }
}

test('keeps pages current when only files in other folders change', () => {
  const { root, write, current } = built()
  expect(current()).toBe(true)
  write('shell/node_modules/.cache/x', 'new')
  write('services/campaigns/src/app.ts', 'new')
  expect(current()).toBe(true)
  symlinkSync('nowhere', join(root, 'shell/src/.#app.tsx'))
  expect(current()).toBe(false)
})

test.for([
  ['a changed source file', 'shell/src/app.tsx'],
  ['a changed library source file', 'libs/ui/src/button.tsx'],
  ['a changed configuration file', 'mfe-brand/rsbuild.config.ts'],
  ['a changed lock file', 'package-lock.json'],
  ['changed installed packages', 'node_modules/.package-lock.json'],
  ['a new configuration file in the root', '.env'],
  ['a new source file', 'mfe-brand/src/new.ts'],
  ['a changed page', 'shell/dist/a.js'],
  ['an extra page', 'mfe-brand/dist/b.js'],
])('detects %s, even if length and timestamp are unchanged', ([, path]) => {
  const { write, current } = built()
  write(path as string, 'new')
  expect(current()).toBe(false)
})

test('does not treat deleted pages as current', () => {
  const { root, current } = built()
  rmSync(join(root, 'shell/dist'), { recursive: true })
  expect(current()).toBe(false)
})

test('does not record a build during which a file changed', () => {
  const { root, write, current } = built()
  const before = hashSources(root, APPS)
  write('shell/src/app.tsx', 'new')
  recordBuild(before, root, APPS)
  expect(current()).toBe(false)
  write('shell/src/app.tsx', 'old')
  expect(current()).toBe(false)
})
