/**
 * Stops work that would block the only thread, such as a backtracking regular expression or nested loops over large
 * arrays. Guard only pure functions: an interrupt can occur anywhere and skips even `finally` blocks.
 */
import { Script } from 'node:vm'
import { refuse } from './errors.ts'

/** Long enough for any reasonable document on a busy machine, short enough that drivers do not time out. */
const LIMIT_MS = 3000

let work: () => void = () => {}
const slot = Symbol.for('embedded MongoDB: guarded work')
Reflect.set(globalThis, slot, () => work())
const script = new Script("globalThis[Symbol.for('embedded MongoDB: guarded work')]()")

/**
 * Runs a function with a time limit. Costs about 0.1 ms, because Node starts a watchdog thread. Throws error 50
 * (MaxTimeMSExpired) at the limit.
 */
export function guarded<T>(run: () => T): T {
  const outer = work
  let result: { readonly of: T } | undefined
  work = () => {
    result = { of: run() }
  }
  try {
    script.runInThisContext({ timeout: LIMIT_MS })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    refuse(
      'MaxTimeMSExpired',
      `one step of the command took longer than ${LIMIT_MS} ms, and everybody else waits meanwhile: the embedded engine ends it`,
    )
  } finally {
    work = outer
  }
  return (result as { readonly of: T }).of
}

export const SLICE_MS = 4

/**
 * Maps items and drops undefined results. Pauses after every few milliseconds of work, so that the caller can let other
 * commands run. Guards the work if `heavy`, which means that a single item may be slow.
 */
export function* sliced<A, B>(items: readonly A[], heavy: boolean, each: (item: A) => B | undefined): Generator<readonly B[]> {
  let next = 0
  const slice = (): B[] => {
    const made: B[] = []
    const end = performance.now() + SLICE_MS
    do {
      const one = each(items[next++] as A)
      if (one !== undefined) made.push(one)
    } while (next < items.length && performance.now() < end)
    return made
  }
  while (next < items.length) yield heavy ? guarded(slice) : slice()
}
