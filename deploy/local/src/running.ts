/** Records which system is using a folder's data, for the next start and for commands. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Outside } from './outside.ts'
import { parseJson } from './parse-json.ts'
import { PRIVATE_FILE, restrictToOwner } from './private-files.ts'
import { UserError } from './user-error.ts'

const Running = z.object({
  pid: z.int(),
  bornAt: z.string().optional(),
  url: z.string(),
  mongoUri: z.string(),
  dbPrefix: z.string(),
  amqpUrl: z.string().optional(),
  outside: Outside,
  /** PIDs change with every restart; `processes/<name>.pid` contains the current one. */
  services: z.record(z.string(), z.object({ url: z.string() })),
})
export type Running = z.infer<typeof Running>

const fileOf = (folder: string) => join(folder, 'running.json')

export const writeRunning = (folder: string, running: Omit<Running, 'pid' | 'bornAt'>): void =>
  // The file is private, because the database address may contain a password.
  writeFileSync(fileOf(folder), `${JSON.stringify({ pid: process.pid, bornAt: processStartTime(process.pid), ...running }, null, 2)}\n`, {
    mode: PRIVATE_FILE,
  })

export const removeRunning = (folder: string): void => rmSync(fileOf(folder), { force: true })

/** Ignores a file left by a killed process. */
export function readRunning(folder: string): Running | undefined {
  const running = readIf(fileOf(folder), Running)
  return running && running.bornAt === processStartTime(running.pid) ? running : undefined
}

const Owner = z.object({ pid: z.int(), bornAt: z.string().optional() })

/**
 * Claims a folder for this process. Call before using anything in the folder.
 * @returns a function that releases the folder
 * @throws UserError if another process has claimed the folder
 */
export function claimFolder(folder: string): () => void {
  const file = join(folder, 'owner.json')
  const owner = readIf(file, Owner)
  if (owner && owner.bornAt === processStartTime(owner.pid)) {
    const url = readRunning(folder)?.url ?? 'it is starting, or a command is running'
    throw new UserError(`Reelfair is already running on the data in ${folder}: ${url} (process ${owner.pid}). Use it, or stop it first.`)
  }
  restrictToOwner(folder)
  writeFileSync(file, JSON.stringify({ pid: process.pid, bornAt: processStartTime(process.pid) }), { mode: PRIVATE_FILE })
  return () => rmSync(file, { force: true })
}

/**
 * Start time of a process in clock ticks since boot; undefined if the process does not exist. The start time and the
 * pid together identify a process, because the system reuses pids.
 */
export function processStartTime(pid: number): string | undefined {
  try {
    // Field 2, the program name in parentheses, may contain spaces. The start time is field 22.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function readIf<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.safeParse(parseJson(readFileSync(file, 'utf8'))).data : undefined
}

export const isResponding = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )

export const READY_WITHIN_MS = 60_000
/** Number of exits before giving up. A short database outage may cause fewer exits. */
const MAX_EXITS = 3

/**
 * Waits until a supervised process reports that it is ready. Index builds, which take minutes on large collections, do
 * not count towards the time limit.
 * @throws UserError after the time limit, or after three exits during or soon after index builds
 */
export async function untilReady(name: string, url: string, logFile: string, withinMs: number): Promise<void> {
  let deadline = Date.now() + withinMs
  let hasMadeIndexes = false
  let exits = 0
  for (;;) {
    const { ready = false, away = [], isGone = false } = await readinessOf(url)
    if (ready) return
    if (away.includes('indexes')) {
      deadline = Date.now() + withinMs
      hasMadeIndexes = true
    }
    if (isGone && hasMadeIndexes) {
      hasMadeIndexes = false
      exits += 1
      if (exits === MAX_EXITS) throw new UserError(`${name} exited ${MAX_EXITS} times while starting. See its log: ${logFile}`)
    }
    if (Date.now() > deadline) throw new UserError(`${name} was not ready within ${withinMs / 1000} s. See its log: ${logFile}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const Readiness = z.object({ ready: z.boolean(), away: z.array(z.string()).optional() })

const readinessOf = (url: string): Promise<Partial<z.infer<typeof Readiness>> & { isGone?: boolean }> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => Readiness.safeParse(await answer.json().catch(() => undefined)).data ?? {},
    // A timeout means that the process is busy, not that it has exited.
    (error: Error) => ({ isGone: error.name !== 'TimeoutError' }),
  )
