import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowestFirst } from './longest-first.ts'
import { workspaceRoot } from './source-files.ts'

test('sorts slow files first and keeps the order of the other files', () => {
  const paths = ['/w/a.test.ts', '/w/deploy/e2e/src/journey/journey.test.ts', '/w/b.test.ts', '/w/deploy/e2e/src/browser/screens.test.ts']
  const sorted = slowestFirst(paths.map((moduleId) => ({ moduleId })))
  expect(sorted.map(({ moduleId }) => moduleId.split('/').at(-1))).toEqual(['screens.test.ts', 'journey.test.ts', 'a.test.ts', 'b.test.ts'])
})

test('lists only slow files that exist', () => {
  const paths = readFileSync(join(import.meta.dirname, 'longest-first.ts'), 'utf8').match(/(?<=^ {2}')[^']+\.test\.ts/gm) ?? []
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !existsSync(join(workspaceRoot, path)))).toEqual([])
})
