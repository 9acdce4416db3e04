/** Creates the files of a bad example for testing a guard, in a temporary folder that is deleted after the test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** @example const root = plant({ 'libs/rules/src/tiers.ts': "import '../../../services/metrics/src/app.ts'" }) */
export function plant(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reelfair-guard-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}
