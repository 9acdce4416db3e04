import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Caller, type Client, clientsOf, testSecrets } from '@reelfair/testkit'
import { freePort, smallLimits } from '@reelfair/testkit/engines'
import { sharedMongo } from '@reelfair/testkit/shared'
import { afterAll } from 'vitest'
import type { Money } from './start-money.ts'

export interface Command {
  readonly id: number
  readonly do: 'arm' | 'passed' | 'work' | 'catch-up'
  /** Number of the crash point at which the process kills itself, counted from 1; 0 means never. */
  readonly killAt: number
  /**
   * Test time in milliseconds. The process waits until its own clock, which follows the test's clock, reaches this
   * time.
   */
  readonly nowMs: number
}

export interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

export interface KillableProcess {
  readonly url: string
  as(who: Caller): Client
  arm(killAt: number): Promise<void>
  /** Names of the crash points passed since `arm`, in order. */
  passed(): Promise<string[]>
  work(): Promise<string | undefined>
  catchUp(): Promise<void>
  /** If the process is dying, waits for it to exit. */
  died(): Promise<boolean>
}

class ProcessDied extends Error {
  override readonly name = 'ProcessDied'
}

/**
 * Starts payouts processes alongside a test's service, with the same database, sandbox and clock. The processes run one
 * at a time at the same address, like a restarted process.
 */
export async function killableProcesses({ app, env }: Money) {
  const { uri } = await sharedMongo()
  const cache = mkdtempSync(join(tmpdir(), 'reelfair-mortal-'))
  const port = await freePort()
  let stopLast = async (): Promise<unknown> => undefined
  // The next test reuses the database, so a process must not write to it any more.
  afterAll(async () => {
    await stopLast()
    rmSync(cache, { recursive: true, force: true })
  })

  return {
    port,
    start: async (): Promise<KillableProcess> => {
      const child = fork(join(import.meta.dirname, 'killable-process.ts'), {
        execArgv: [],
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          // The compile cache saves time, because the tests start dozens of processes.
          NODE_COMPILE_CACHE: cache,
          ...smallLimits,
          MONGODB_URI: uri,
          DB_PREFIX: app.dbPrefix,
          PORT: String(port),
          CLOCK_URL: `${env.STRIPE_API_BASE}/_sandbox/clock`,
          ...testSecrets,
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const waiting = new Map<number, PromiseWithResolvers<unknown>>()
      const ended = once(child, 'exit').then(() => {
        for (const { reject } of waiting.values()) reject(new ProcessDied('the process is dead'))
        return child.signalCode
      })
      stopLast = () => {
        child.kill('SIGKILL')
        return ended
      }
      child.on('message', ({ id, result, error }: Answer) => {
        const { resolve, reject } = waiting.get(id) ?? {}
        waiting.delete(id)
        if (error === undefined) resolve?.(result)
        else reject?.(new Error(error))
      })
      const answerTo = (id: number) => {
        const answer = Promise.withResolvers<unknown>()
        waiting.set(id, answer)
        return answer.promise
      }
      let asked = 0
      const ask = (what: Command['do'], killAt = 0) => {
        asked += 1
        const answer = answerTo(asked)
        child.send({ id: asked, do: what, killAt, nowMs: app.clock.now().getTime() } satisfies Command, (error) => {
          if (error) waiting.get(asked)?.reject(new ProcessDied('the process is dead', { cause: error }))
        })
        return answer
      }
      const url = (await answerTo(0)) as string
      return {
        url,
        as: clientsOf(url),
        arm: async (killAt) => void (await ask('arm', killAt)),
        passed: async () => (await ask('passed')) as string[],
        work: async () => (await ask('work')) as string | undefined,
        catchUp: async () => void (await ask('catch-up')),
        died: async () => {
          const gone = await Promise.race([ended.then(() => true), ask('passed').then(() => false)]).catch(() => true)
          if (gone && (await ended) !== 'SIGKILL') throw new Error('the process exited without being killed')
          return gone
        },
      }
    },
  }
}
