/** How every package's tests run. The folder Vitest is started in decides which: a package runs its own, the root runs all. */
import { availableParallelism } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './src/longest-first.ts'

const root = resolve(import.meta.dirname, '../..')
const WEB = ['shell', 'mfe-creator', 'mfe-brand', 'mfe-admin', 'libs/ui', 'libs/web-kit']

/** A glob for a workspace folder's files, relative to where Vitest was started; empty if that is somewhere else. */
function patternHere(folder: string, files: string): string[] {
  const here = process.cwd()
  const whole = resolve(root, folder)
  if (`${here}${sep}`.startsWith(`${whole}${sep}`)) return [`**/${files}`]
  return whole.startsWith(`${here}${sep}`) ? [`${relative(here, whole)}/**/${files}`] : []
}

/** Screens and their parts. */
const SCREENS = WEB.flatMap((folder) => patternHere(folder, '*.test.tsx'))

/** Files that need their own process: they mock modules, inspect what the process has loaded, or share folders until it ends. */
const ALONE = [
  ...WEB.flatMap((folder) => patternHere(folder, '*.test.ts')),
  ...patternHere('services/campaigns/src/adapters', 'judge-file.test.ts'),
  ...patternHere('deploy/e2e/src/access', 'events.test.ts'),
  ...patternHere('libs/embedded', '*.test.ts'),
]

const projects = [
  // One process runs many of these files and loads their modules once.
  { name: 'node', include: ['**/*.test.ts'], exclude: [...configDefaults.exclude, ...ALONE], isolate: false },
  { name: 'alone', include: ALONE },
  { name: 'screens', include: SCREENS, setupFiles: resolve(import.meta.dirname, '../web-kit/src/testing/set-up.ts') },
]

export default defineConfig({
  test: {
    // One database and one bus for all files of a run, started when a test first asks for them.
    globalSetup: [resolve(import.meta.dirname, '../testkit/src/global-setup.ts')],
    // Tests work on real processes, files and sockets. This is a bound against hanging on a busy machine, not a promise of speed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // Tests wait for disks, processes and hours of the clock for a good part of their time.
    maxWorkers: Math.ceil(availableParallelism() * 2.5),
    sequence: { sequencer: LongestFirst },
    projects: projects.filter(({ include }) => include.length > 0).map((test) => ({ extends: true, test })),
  },
})
