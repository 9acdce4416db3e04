import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SETTING_DEFAULTS, SETTINGS_WITHOUT_EFFECT } from './setting-defaults.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** These files treat all settings alike, or only pass them on. */
const NOT_READERS =
  /^libs\/contracts\/|^mfe-admin\/|\/use-cases\/show-public-settings\.ts$|\.(?:test|fixture|soak)\.tsx?$|\/testing\/|^deploy\/|node_modules/

const files = globSync('{shell,mfe-*,services/*,libs/*}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !NOT_READERS.test(file))
const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')

/** Services read a setting by its key, screens and the gateway by its name in the public settings. */
function isRead(key: string): boolean {
  const publicName = key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return code.includes(`'${key}'`) || new RegExp(`\\b${publicName}\\b`).test(code)
}

test('lists exactly the settings that no code reads under “No effect yet”', () => {
  expect(files.length).toBeGreaterThan(500)
  const unread = Object.keys(SETTING_DEFAULTS).filter((key) => !isRead(key))
  expect(unread.toSorted()).toEqual(SETTINGS_WITHOUT_EFFECT.toSorted())
})
