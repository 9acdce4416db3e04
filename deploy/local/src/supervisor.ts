/** Keeps one process alive: starts it again when it dies, after a pause that grows, and says so. Its output goes to a file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess } from '@reelfair/testkit/engines'
import { workspaceRoot } from './folders.ts'
import { PRIVATE_FILE } from './private-files.ts'
import { rotatingFile } from './rotating-file.ts'
import type { Env } from './services.ts'

const LAST_WORDS_MS = 1_000
export const FIRST_PAUSE_MS = 100
export const LONGEST_PAUSE_MS = 10_000
/** Who lived so long has started well, and the next pause is short again. */
export const GOOD_LIFE_MS = 30_000

export interface ProcessOptions {
  readonly name: string
  /** Arguments of this Node: flags and the module. */
  readonly args: readonly string[]
  readonly env: Env
  readonly logFile: string
  /** Its number is kept here, for the guard that ends it with us. */
  readonly pidFolder: string
  readonly cwd?: string
  readonly say: (line: string) => void
}

export interface Supervised {
  readonly name: string
  /** Undefined in the pause before a new start. */
  pid(): number | undefined
  /** Ends it in order and starts it again. */
  restart(): Promise<void>
  /** Ends it for good. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export function supervise({ name, args, env, logFile, pidFolder, cwd = workspaceRoot, say }: ProcessOptions): Supervised {
  const pidFile = join(pidFolder, `${name}.pid`)
  const log = rotatingFile(logFile)
  let child: ChildProcess
  let closed: Promise<unknown> = Promise.resolve()
  let pause = FIRST_PAUSE_MS
  let waiting: NodeJS.Timeout | undefined
  let stopping = false
  let changing: Promise<void> | undefined

  const start = () => {
    waiting = undefined
    const since = Date.now()
    // In a session of its own: Ctrl-C reaches only us, and we stop all in the right order.
    child = spawn(process.execPath, [...args], { cwd, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const output of [child.stdout, child.stderr]) output?.pipe(log, { end: false })
    closed = new Promise((resolve) => child.once('close', resolve))
    if (child.pid !== undefined) writeFileSync(pidFile, `${child.pid}\n`, { mode: PRIVATE_FILE })
    const over = (why: string) => {
      rmSync(pidFile, { force: true })
      if (stopping || changing) return
      if (Date.now() - since > GOOD_LIFE_MS) pause = FIRST_PAUSE_MS
      say(`${name} ended (${why}); it is started again in ${pause / 1000} s. Its log: ${logFile}`)
      waiting = setTimeout(start, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    child.once('exit', (code, signal) => over(signal ?? `exit code ${code}`))
    // Without a number it never began, and no exit follows; with one it could not be signalled, and lives.
    child.on('error', (error) => (child.pid === undefined ? over(error.message) : say(`${name}: ${error.message}`)))
  }
  const end = async (signal: NodeJS.Signals) => {
    clearTimeout(waiting)
    if (!waiting) await endProcess(child, signal)
  }
  start()
  return {
    name,
    restart: () => {
      changing ??= end('SIGTERM').then(
        () => {
          changing = undefined
          pause = FIRST_PAUSE_MS
          if (!stopping) start()
        },
        (error: Error) => {
          // It lives; its exit, whenever it comes, starts it again as any other does.
          changing = undefined
          say(`${name} could not be ended: ${error.message}`)
        },
      )
      return changing
    },
    pid: () => (waiting ? undefined : child.pid),
    stop: async (signal = 'SIGTERM') => {
      stopping = true
      await changing
      await end(signal)
      // Its last lines may arrive after its exit; a child of its own may hold the pipe open for longer.
      await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })])
      for (const output of [child.stdout, child.stderr]) output?.unpipe(log)
      await new Promise<void>((resolve) => log.end(resolve))
    },
  }
}

const SETTLED_MS = 100

/** Calls `change` when a TypeScript file below one of the folders has changed and a moment has passed. @returns how to stop it */
export function onSourceChange(folders: readonly string[], change: (file: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (!file || !/(?<!\.test)\.tsx?$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => change(file), SETTLED_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
