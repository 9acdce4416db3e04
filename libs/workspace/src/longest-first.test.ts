import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longestFirst } from './longest-first.ts'
import { workspaceRoot } from './source-files.ts'

test('the longest come first in their order, the others as they were', () => {
  const paths = [
    '/w/a.test.ts',
    '/w/deploy/e2e/src/journey/journey.test.ts',
    '/w/b.test.ts',
    '/w/deploy/e2e/src/browser/money-seen.test.ts',
  ]
  const sorted = longestFirst(paths.map((moduleId) => ({ moduleId })))
  expect(sorted.map(({ moduleId }) => moduleId.split('/').at(-1))).toEqual([
    'money-seen.test.ts',
    'journey.test.ts',
    'a.test.ts',
    'b.test.ts',
  ])
})

test('each of them is there', () => {
  const paths = readFileSync(join(import.meta.dirname, 'longest-first.ts'), 'utf8').match(/(?<=^ {2}')[^']+\.test\.ts/gm) ?? []
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !existsSync(join(workspaceRoot, path)))).toEqual([])
})
