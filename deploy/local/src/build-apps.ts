/** Builds shell and remotes through Nx, which takes what is unchanged from its cache; it is not asked (seconds) when nothing has changed at all. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DirectoryInUse, lockDirectory } from '@reelfair/embedded/lock'
import { pagesAreOf, rememberPages, sourcesOfPages } from './built-pages.ts'
import { workspaceRoot } from './folders.ts'
import { Sentence } from './sentence.ts'
import { APPS } from './services.ts'

const LAST_WORDS = 4_000
const LOOK_EVERY_MS = 100
const BROKEN_OFF = 'The build was broken off.'

/** @throws Sentence with the builder's last words */
export async function buildApps(signal: AbortSignal): Promise<void> {
  const folders = Object.values(APPS)
  const leave = await waitForLock(join(workspaceRoot, '.nx/building'), signal)
  try {
    const sources = sourcesOfPages(workspaceRoot, folders)
    if (pagesAreOf(sources, workspaceRoot, folders)) return
    await runNx(
      folders.map((folder) => `@reelfair/${folder}`),
      signal,
    )
    rememberPages(sources, workspaceRoot, folders)
  } finally {
    leave()
  }
}

/**
 * One build at a time, whichever process wants it: each empties the folders that it writes to.
 * @returns how to leave it to the next one
 * @throws Sentence when it is broken off
 */
export async function waitForLock(folder: string, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    if (signal.aborted) throw new Sentence(BROKEN_OFF)
    try {
      const lock = lockDirectory(folder)
      return () => lock.release()
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

function runNx(projects: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // NODE_ENV decides what React becomes; whatever started us may have set it to something else.
    const env = { ...process.env, NODE_ENV: 'production', NX_TUI: 'false', npm_config_loglevel: 'silent' }
    const nx = spawn(join(workspaceRoot, 'node_modules/.bin/nx'), ['run-many', '--targets=build', `--projects=${projects}`], {
      cwd: workspaceRoot,
      env,
      // A group of its own, so that an aborted build takes its workers with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let told = ''
    for (const stream of [nx.stdout, nx.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        told = (told + text).slice(-LAST_WORDS)
      })
    const abort = () => {
      if (nx.pid !== undefined && nx.exitCode === null) process.kill(-nx.pid, 'SIGTERM')
    }
    signal.addEventListener('abort', abort)
    nx.on('error', reject)
    nx.on('close', (code) => {
      signal.removeEventListener('abort', abort)
      if (code === 0) resolve()
      else reject(new Sentence(signal.aborted ? BROKEN_OFF : `The pages could not be built:\n${told.trim()}`))
    })
  })
}
