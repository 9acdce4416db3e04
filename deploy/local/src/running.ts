/** What runs on a folder's data: written by a start, read by the next start and by the command line. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Outside } from './outside.ts'
import { parseJson } from './parse-json.ts'
import { closeToOthers, PRIVATE_FILE } from './private-files.ts'
import { Sentence } from './sentence.ts'

const Running = z.object({
  pid: z.int(),
  bornAt: z.string().optional(),
  url: z.string(),
  mongoUri: z.string(),
  dbPrefix: z.string(),
  amqpUrl: z.string().optional(),
  outside: Outside,
  /** Each service's own address. The number of a process is not here: it is another one after each new start (`processes/<name>.pid`). */
  services: z.record(z.string(), z.object({ url: z.string() })),
})
export type Running = z.infer<typeof Running>

const fileOf = (folder: string) => join(folder, 'running.json')

export const writeRunning = (folder: string, running: Omit<Running, 'pid' | 'bornAt'>): void =>
  // It holds the database's address, perhaps with a password.
  writeFileSync(fileOf(folder), `${JSON.stringify({ pid: process.pid, bornAt: birthOf(process.pid), ...running }, null, 2)}\n`, {
    mode: PRIVATE_FILE,
  })

export const removeRunning = (folder: string): void => rmSync(fileOf(folder), { force: true })

/** What runs now on this folder; a file that a killed process left behind counts as nothing. */
export function readRunning(folder: string): Running | undefined {
  const running = readIf(fileOf(folder), Running)
  return running && running.bornAt === birthOf(running.pid) ? running : undefined
}

const Owner = z.object({ pid: z.int(), bornAt: z.string().optional() })

/**
 * Makes a folder this process's own, from before anything in it is touched.
 * @returns how to leave it to others
 * @throws Sentence when another process has it
 */
export function claimFolder(folder: string): () => void {
  const file = join(folder, 'owner.json')
  const owner = readIf(file, Owner)
  if (owner && owner.bornAt === birthOf(owner.pid)) {
    const url = readRunning(folder)?.url ?? 'it is starting, or a command runs'
    throw new Sentence(`Reelfair already runs on the data in ${folder}: ${url} (process ${owner.pid}). Use that one, or stop it first.`)
  }
  closeToOthers(folder)
  writeFileSync(file, JSON.stringify({ pid: process.pid, bornAt: birthOf(process.pid) }), { mode: PRIVATE_FILE })
  return () => rmSync(file, { force: true })
}

/** When a process began, in ticks since the machine's start; with its number it names a process for good. Undefined when there is none. */
export function birthOf(pid: number): string | undefined {
  try {
    // The program's name, in parentheses, may hold anything; the 22nd field is the 20th after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function readIf<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.safeParse(parseJson(readFileSync(file, 'utf8'))).data : undefined
}

export const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )

export const READY_WITHIN_MS = 60_000
/** Once may be the database's fault, which was away for a moment. */
const ENDS = 3

/**
 * Waits for a process of ours, which is started again when it dies; so all that is waited for is that it answers that it is ready. While it says that it makes
 * indexes, which takes minutes on large collections, its time does not run out; unless it ends there or soon after, again and again.
 * @throws Sentence
 */
export async function untilReady(name: string, url: string, logFile: string, withinMs: number): Promise<void> {
  let deadline = Date.now() + withinMs
  let hasMadeIndexes = false
  let ends = 0
  for (;;) {
    const { ready = false, away = [], isGone = false } = await readinessOf(url)
    if (ready) return
    if (away.includes('indexes')) {
      deadline = Date.now() + withinMs
      hasMadeIndexes = true
    }
    if (isGone && hasMadeIndexes) {
      hasMadeIndexes = false
      ends += 1
      if (ends === ENDS) throw new Sentence(`${name} ended ${ENDS} times while it started. Its log says why: ${logFile}`)
    }
    if (Date.now() > deadline) throw new Sentence(`${name} did not get ready within ${withinMs / 1000} s. Its log says why: ${logFile}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const Readiness = z.object({ ready: z.boolean(), away: z.array(z.string()).optional() })

const readinessOf = (url: string): Promise<Partial<z.infer<typeof Readiness>> & { isGone?: boolean }> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => Readiness.safeParse(await answer.json().catch(() => undefined)).data ?? {},
    // Who lives but is busy may be late with an answer.
    (error: Error) => ({ isGone: error.name !== 'TimeoutError' }),
  )
