/** Restarts one process whenever it exits, after increasing pauses, and writes its output to a log file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess } from '@reelfair/testkit/engines'
import { workspaceRoot } from './folders.ts'
import { PRIVATE_FILE } from './private-files.ts'
import { rotatingFile } from './rotating-file.ts'
import type { Env } from './services.ts'

const OUTPUT_GRACE_MS = 1_000
export const FIRST_PAUSE_MS = 100
export const MAX_PAUSE_MS = 10_000
/** After running this long, a process counts as stable, so the next pause is short again. */
export const STABLE_AFTER_MS = 30_000

export interface ProcessOptions {
  readonly name: string
  /** Arguments to Node: flags and the module. */
  readonly args: readonly string[]
  readonly env: Env
  readonly logFile: string
  /** The guard process reads the pid file in this folder to kill the process if its parent dies. */
  readonly pidFolder: string
  readonly cwd?: string
  readonly print: (line: string) => void
}

export interface Supervised {
  readonly name: string
  /** Returns undefined during the pause before a restart. */
  pid(): number | undefined
  restart(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}

export function supervise({ name, args, env, logFile, pidFolder, cwd = workspaceRoot, print }: ProcessOptions): Supervised {
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
    // Detached, so that Ctrl-C reaches only this parent, which stops its children in the right order.
    child = spawn(process.execPath, [...args], { cwd, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const output of [child.stdout, child.stderr]) output?.pipe(log, { end: false })
    closed = new Promise((resolve) => child.once('close', resolve))
    if (child.pid !== undefined) writeFileSync(pidFile, `${child.pid}\n`, { mode: PRIVATE_FILE })
    child.once('exit', (code, signal) => over(since, signal ?? `exit code ${code}`))
    // If there is no pid, the process never started and does not emit `exit`. Otherwise, a signal failed and the
    // process is still running.
    child.on('error', (error) => (child.pid === undefined ? over(since, error.message) : print(`${name}: ${error.message}`)))
  }
  const over = (since: number, why: string) => {
    rmSync(pidFile, { force: true })
    if (stopping || changing) return
    if (Date.now() - since > STABLE_AFTER_MS) pause = FIRST_PAUSE_MS
    print(`${name} exited (${why}); restarting in ${pause / 1000} s. Log: ${logFile}`)
    waiting = setTimeout(start, pause)
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
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
          // The process is still running. When it exits, the supervisor restarts it.
          changing = undefined
          print(`${name} could not be stopped: ${error.message}`)
        },
      )
      return changing
    },
    pid: () => (waiting ? undefined : child.pid),
    stop: async (signal = 'SIGTERM') => {
      stopping = true
      await changing
      await end(signal)
      await closeLog(child, log, closed)
    },
  }
}

async function closeLog({ stdout, stderr }: ChildProcess, log: Writable, closed: Promise<unknown>): Promise<void> {
  // The last output may arrive after the exit. The wait is limited, because a grandchild may keep the pipe open.
  await Promise.race([closed, sleep(OUTPUT_GRACE_MS, undefined, { ref: false })])
  for (const output of [stdout, stderr]) output?.unpipe(log)
  await new Promise<void>((resolve) => log.end(resolve))
}

const DEBOUNCE_MS = 100

/**
 * Calls `change` shortly after a TypeScript file in or below one of the folders has changed.
 * @returns a function that stops watching
 */
export function onSourceChange(folders: readonly string[], change: (file: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (!file || !/(?<!\.test)\.tsx?$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => change(file), DEBOUNCE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
