/** Skips Nx if no file has changed, because Nx itself takes seconds. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DirectoryInUse, lockDirectory } from '@reelfair/embedded/lock'
import { hashSources, pagesAreCurrent, recordBuild } from './built-pages.ts'
import { workspaceRoot } from './folders.ts'
import { APPS } from './services.ts'
import { UserError } from './user-error.ts'

const OUTPUT_TAIL = 4_000
const POLL_MS = 100
const CANCELLED = 'The build was cancelled.'

export async function buildApps(signal: AbortSignal): Promise<void> {
  const folders = Object.values(APPS)
  const leave = await waitForLock(join(workspaceRoot, '.nx/building'), signal)
  try {
    const sources = hashSources(workspaceRoot, folders)
    if (pagesAreCurrent(sources, workspaceRoot, folders)) return
    await runNx(
      folders.map((folder) => `@reelfair/${folder}`),
      signal,
    )
    recordBuild(sources, workspaceRoot, folders)
  } finally {
    leave()
  }
}

/**
 * Allows one build at a time across all processes, because each build empties its output folders.
 * @returns a function that releases the lock
 * @throws UserError if the build is cancelled
 */
export async function waitForLock(folder: string, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    if (signal.aborted) throw new UserError(CANCELLED)
    try {
      const lock = lockDirectory(folder)
      return () => lock.release()
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function runNx(projects: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // NODE_ENV selects the React build, and the calling process may have set it to a different value.
    const env = { ...process.env, NODE_ENV: 'production', NX_TUI: 'false', npm_config_loglevel: 'silent' }
    const nx = spawn(join(workspaceRoot, 'node_modules/.bin/nx'), ['run-many', '--targets=build', `--projects=${projects}`], {
      cwd: workspaceRoot,
      env,
      // A separate process group, so that cancelling the build also ends its workers.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [nx.stdout, nx.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-OUTPUT_TAIL)
      })
    const abort = () => {
      if (nx.pid !== undefined && nx.exitCode === null) process.kill(-nx.pid, 'SIGTERM')
    }
    signal.addEventListener('abort', abort)
    nx.on('error', reject)
    nx.on('close', (code) => {
      signal.removeEventListener('abort', abort)
      if (code === 0) resolve()
      else reject(new UserError(signal.aborted ? CANCELLED : `The pages could not be built:\n${output.trim()}`))
    })
  })
}
