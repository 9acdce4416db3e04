/** Restarts a crashed database or broker, with the same data and address, after increasing pauses. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '@reelfair/testkit/engines'
import { FIRST_PAUSE_MS, MAX_PAUSE_MS, STABLE_AFTER_MS } from './supervisor.ts'

export type SupervisedEngine = Omit<Engine, 'kind'>

/**
 * Supervises an engine. Afterwards, stop, kill and restart the engine only through the returned object. After `kill`,
 * the engine stays down until `restart`. External engines and engines in containers are returned unchanged.
 * @example const mongo = keepAlive('The database', await startEmbedded(folder), console.error)
 */
export function keepAlive(name: string, engine: SupervisedEngine, print: (line: string) => void): SupervisedEngine {
  const { process: processOf, kill, restart } = engine
  if (!processOf || !kill || !restart) return engine
  let watch = new AbortController()
  let restarting: Promise<void> | undefined

  const keep = async (left: AbortSignal) => {
    let pause = FIRST_PAUSE_MS
    while (!left.aborted) {
      const since = Date.now()
      await processOf().ended
      if (left.aborted) return
      if (Date.now() - since > STABLE_AFTER_MS) pause = FIRST_PAUSE_MS
      print(`${name} exited; restarting it with its data in ${pause / 1000} s.`)
      await sleep(pause, undefined, { signal: left }).catch(() => {})
      if (left.aborted) return
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
      // A failed restart counts as an exit and is retried.
      restarting = restart().then(
        () => print(`${name} is running again.`),
        (error: Error) => print(`${name} could not be started: ${error.message}`),
      )
      await restarting
    }
  }
  const begin = () => {
    watch = new AbortController()
    void keep(watch.signal)
  }
  const leave = async () => {
    watch.abort()
    await restarting
  }
  begin()
  return {
    ...engine,
    stop: async () => {
      await leave()
      await engine.stop()
    },
    kill: async () => {
      await leave()
      await kill()
    },
    restart: async () => {
      await leave()
      await restart()
      begin()
    },
  }
}
