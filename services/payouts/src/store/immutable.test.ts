import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WRITES = /\b(?:entries|attempts|stripeEvents)\s*\.(?:save|remove|lock|putNewer)\b/
const NATIVE_WRITES = /\.native\([^)]*\)\s*\.(?:update|replace|delete|insert|bulk|findOneAnd)/

test('inserts entries, attempts and Stripe events but never changes them', () => {
  const source = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: source }).filter((name) => !name.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(30)
  const wrong = files.filter((name) => {
    const text = readFileSync(join(source, name), 'utf8')
    return WRITES.test(text) || NATIVE_WRITES.test(text)
  })
  expect(wrong).toEqual([])
  expect('await entries.save(tx, entry)').toMatch(WRITES)
  expect('entries.native(tx.connection).updateOne({})').toMatch(NATIVE_WRITES)
})
