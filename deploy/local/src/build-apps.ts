/** Builds shell and remotes through Nx, which takes what is unchanged from its cache; it is not asked (seconds) when nothing has changed at all. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pagesAreOf, rememberPages, sourcesOfPages } from './built-pages.ts'
import { workspaceRoot } from './folders.ts'
import { Sentence } from './sentence.ts'
import { APPS } from './services.ts'

const LAST_WORDS = 4_000

/** @throws Sentence with the builder's last words */
export async function buildApps(signal: AbortSignal): Promise<void> {
  const folders = Object.values(APPS)
  const sources = sourcesOfPages(workspaceRoot, folders)
  if (pagesAreOf(sources, workspaceRoot, folders)) return
  await runNx(
    folders.map((folder) => `@reelfair/${folder}`),
    signal,
  )
  rememberPages(sources, workspaceRoot, folders)
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
      else reject(new Sentence(signal.aborted ? 'The build was broken off.' : `The pages could not be built:\n${told.trim()}`))
    })
  })
}
