import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pagesAreOf, rememberPages, sourcesOfPages } from './built-pages.ts'

const APPS = ['shell', 'mfe-brand']

/** A workspace whose pages have just been built. */
function built() {
  const root = mkdtempSync(join(tmpdir(), 'reelfair-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    // As a tool that keeps times would leave it.
    utimesSync(join(root, path), 1_000, 1_000)
  }
  for (const path of ['package-lock.json', 'shell/src/app.tsx', 'mfe-brand/rsbuild.config.ts', 'libs/ui/src/button.tsx', 'shell/dist/a.js'])
    write(path, 'old')
  write('node_modules/.package-lock.json', 'old')
  rememberPages(sourcesOfPages(root, APPS), root, APPS)
  return { root, write, current: () => pagesAreOf(sourcesOfPages(root, APPS), root, APPS) }
}

test('pages of unchanged files are current, whatever lies in folders that are no source', () => {
  const { root, write, current } = built()
  expect(current()).toBe(true)
  write('shell/node_modules/.cache/x', 'new')
  write('services/campaigns/src/app.ts', 'new')
  expect(current()).toBe(true)
  symlinkSync('nowhere', join(root, 'shell/src/.#app.tsx'))
  expect(current()).toBe(false)
})

test.for([
  ['a source', 'shell/src/app.tsx'],
  ['a source of a library', 'libs/ui/src/button.tsx'],
  ['a configuration', 'mfe-brand/rsbuild.config.ts'],
  ['the lock', 'package-lock.json'],
  ['what is installed', 'node_modules/.package-lock.json'],
  ['a new configuration at the root', '.env'],
  ['a new source', 'mfe-brand/src/new.ts'],
  ['a built page', 'shell/dist/a.js'],
  ['a page too many', 'mfe-brand/dist/b.js'],
])('%s that changes, to the same length and time, makes them stale', ([, path]) => {
  const { write, current } = built()
  write(path as string, 'new')
  expect(current()).toBe(false)
})

test('pages that were removed are not current', () => {
  const { root, current } = built()
  rmSync(join(root, 'shell/dist'), { recursive: true })
  expect(current()).toBe(false)
})

test('a file that changed while they were built leaves nothing that counts as current', () => {
  const { root, write, current } = built()
  const before = sourcesOfPages(root, APPS)
  write('shell/src/app.tsx', 'new')
  rememberPages(before, root, APPS)
  expect(current()).toBe(false)
  write('shell/src/app.tsx', 'old')
  expect(current()).toBe(false)
})
