import { join } from 'node:path'
import { exitCodeOf, type Outcome, type Print } from './run-steps.ts'
import { workspaceRoot } from './source-files.ts'

const CONFIG = join(workspaceRoot, 'libs/workspace/knip.config.ts')
const SEARCHES = [[], ['--production', '--include', 'files,exports,types']]

/** Stops after the first search that finds something, because the second would report the same again. */
export async function isAllUsed(root: string, print: Print, ...options: string[]): Promise<boolean> {
  for (const search of SEARCHES)
    if ((await exitCodeOf(root, 'knip', ['--config', CONFIG, '--no-progress', ...options, ...search], print)) !== 0) return false
  return true
}

/** Also fails if an entry of the configuration matches nothing. */
export async function unused(print: Print): Promise<Outcome> {
  const passed = await isAllUsed(workspaceRoot, print, '--treat-config-hints-as-errors')
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, note: `${SEARCHES.length} searches` }
}
