/**
 * Returns memory early. A large command leaves hundreds of megabytes of garbage, and V8, which may take gigabytes, is in
 * no hurry to collect it.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void

/** Below this it is not worth the pause. */
const MUCH = 384 * 1024 * 1024
const PAUSE_MS = 250
let last = 0

/** Collects garbage if the process holds much memory; at most a few times a second. */
export function collectGarbage(): void {
  if (performance.now() - last < PAUSE_MS || process.memoryUsage.rss() < MUCH) return
  collect({ type: 'major', flavor: 'last-resort' })
  last = performance.now()
}
