/** Vitest runs a package's tests if started in the package's folder, and all tests if started at the root. */
import { availableParallelism } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowestFirst } from './src/longest-first.ts'

const root = resolve(import.meta.dirname, '../..')
const WEB = ['shell', 'mfe-creator', 'mfe-brand', 'mfe-admin', 'libs/ui', 'libs/web-kit']

/**
 * Returns a glob for a workspace folder's files, relative to the current folder, or nothing if neither folder contains
 * the other.
 */
function patternHere(folder: string, files: string): string[] {
  const here = process.cwd()
  const whole = resolve(root, folder)
  if (`${here}${sep}`.startsWith(`${whole}${sep}`)) return [`**/${files}`]
  return whole.startsWith(`${here}${sep}`) ? [`${relative(here, whole)}/**/${files}`] : []
}

const OF_WEB = WEB.flatMap((folder) => patternHere(folder, '*.test.{ts,tsx}'))

const projects = [
  // One process runs many of these files and loads shared modules once. Node loads the modules as in the product, which
  // avoids the overhead of Vite's loader, but they cannot be mocked.
  {
    name: 'node',
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...OF_WEB],
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
  // Files share a process but no module or page, so jsdom is loaded once per worker.
  { name: 'web', include: OF_WEB, pool: 'vmForks', setupFiles: resolve(import.meta.dirname, '../web-kit/src/testing/set-up.ts') },
]

export default defineConfig({
  test: {
    // All files of a run share one database and one bus, started on first use.
    globalSetup: [resolve(import.meta.dirname, '../testkit/src/global-setup.ts')],
    // Tests use real processes, files and sockets. The limit only stops tests that hang. It allows for a busy machine
    // and is not a performance target.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // Tests spend much of their time waiting for disks, processes and timers.
    maxWorkers: Math.ceil(availableParallelism() * 2.5),
    sequence: { sequencer: SlowestFirst },
    projects: projects.filter(({ include }) => include.length > 0).map((test) => ({ extends: true, test })),
  },
})
