/**
 * Ends a piece of work that would hold the thread for ever: a regular expression that backtracks, loops within loops over
 * large arrays. Everything runs in one thread, so nothing else could. For pure work only: it may be left anywhere in the
 * middle, and not even its `finally` runs.
 */
import { Script } from 'node:vm'
import { refuse } from './errors.ts'

/** Long enough for any honest single document on a busy machine, short enough that drivers do not give the server up. */
const LIMIT_MS = 3000

let work: () => void = () => {}
const slot = Symbol.for('embedded MongoDB: guarded work')
Reflect.set(globalThis, slot, () => work())
const script = new Script("globalThis[Symbol.for('embedded MongoDB: guarded work')]()")

/**
 * Runs the work within its time (which costs about 0.1 ms: Node starts a thread that watches).
 * Errors: 50 MaxTimeMSExpired when it takes too long.
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

/** Work on a list goes on for so many milliseconds before others get their turn. */
export const SLICE_MS = 4

/**
 * What `each` makes of the items, without undefined, in lists that take some milliseconds each: between two of them the
 * caller can let others work. `heavy`: a single item may take long, so the work is guarded.
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
