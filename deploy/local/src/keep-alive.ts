/** Keeps a database or a broker alive: started again on its data and its address when it dies, after a pause that grows, and it is said. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '@reelfair/testkit/engines'
import { FIRST_PAUSE_MS, GOOD_LIFE_MS, LONGEST_PAUSE_MS } from './supervisor.ts'

export type KeptEngine = Omit<Engine, 'kind'>

/**
 * Takes charge of an engine; only through what is returned it is stopped, killed and restarted from here on. One that was killed on purpose
 * stays away until `restart`. An engine that is none of ours, or in a container, is left as it is.
 * @example const mongo = keepAlive('The database', await startEmbedded(folder), console.error)
 */
export function keepAlive(name: string, engine: KeptEngine, say: (line: string) => void): KeptEngine {
  const { process: processOf, kill, restart } = engine
  if (!processOf || !kill || !restart) return engine
  /** Aborted when it is to be left alone, for good or until the next `restart`. */
  let watch = new AbortController()
  let restarting: Promise<void> | undefined

  const keep = async (left: AbortSignal) => {
    let pause = FIRST_PAUSE_MS
    while (!left.aborted) {
      const since = Date.now()
      await processOf().ended
      if (left.aborted) return
      if (Date.now() - since > GOOD_LIFE_MS) pause = FIRST_PAUSE_MS
      say(`${name} ended; it is started again on its data in ${pause / 1000} s.`)
      await sleep(pause, undefined, { signal: left }).catch(() => {})
      if (left.aborted) return
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      // One that does not start counts as ended, and is tried again.
      restarting = restart().then(
        () => say(`${name} runs again.`),
        (error: Error) => say(`${name} could not be started: ${error.message}`),
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
