/** A payouts process that dies where a test wants it to, and the one that is started in its place. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, clientsOf, testSecrets, type Who } from '@reelfair/testkit'
import { freePort, smallLimits } from '@reelfair/testkit/engines'
import { sharedMongo } from '@reelfair/testkit/shared'
import { afterAll } from 'vitest'
import type { Money } from './start-money.ts'

export interface Order {
  readonly id: number
  readonly do: 'arm' | 'passed' | 'work' | 'catch-up'
  /** The number of the point to die at, from 1 on; 0: never. */
  readonly killAt: number
  /** What the test's clock shows: nothing is done before the process's own, which follows it, shows that too. */
  readonly nowMs: number
}

export interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

export interface Mortal {
  readonly url: string
  as(who: Who): Client
  /** Counts from here on, and dies at point `killAt`. */
  arm(killAt: number): Promise<void>
  /** The names of the points since `arm`, in order. */
  passed(): Promise<string[]>
  /** Takes one transfer of the queue; how that ended. */
  work(): Promise<string | undefined>
  catchUp(): Promise<void>
  /** Whether it is gone; resolves when a death under way is over. */
  died(): Promise<boolean>
}

/** Every order fails with it once the process is gone. */
export class Died extends Error {
  override readonly name = 'Died'
}

/**
 * A way to start payouts processes beside a test's service: the same database, sandbox and clock; one at a time, always at the same address, as a process
 * is restarted. What is left of them ends with the test file.
 */
export async function mortals({ app, env }: Money) {
  const { uri } = await sharedMongo()
  const cache = mkdtempSync(join(tmpdir(), 'reelfair-mortal-'))
  const port = await freePort()
  let last: ReturnType<typeof fork> | undefined
  afterAll(() => {
    last?.kill('SIGKILL')
    rmSync(cache, { recursive: true, force: true })
  })

  return {
    port,
    start: async (): Promise<Mortal> => {
      const child = fork(join(import.meta.dirname, 'mortal-process.ts'), {
        execArgv: [],
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          // What is compiled once need not be compiled again: there are dozens of starts.
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
      last = child
      const waiting = new Map<number, PromiseWithResolvers<unknown>>()
      const ended = once(child, 'exit').then(() => {
        for (const { reject } of waiting.values()) reject(new Died('the process is gone'))
        return child.signalCode
      })
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
      const ask = (what: Order['do'], killAt = 0) => {
        asked += 1
        const answer = answerTo(asked)
        child.send({ id: asked, do: what, killAt, nowMs: app.clock.now().getTime() } satisfies Order, (error) => {
          if (error) waiting.get(asked)?.reject(new Died('the process is gone', { cause: error }))
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
          if (gone && (await ended) !== 'SIGKILL') throw new Error('the process ended, but nobody had killed it')
          return gone
        },
      }
    },
  }
}
