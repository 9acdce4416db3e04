/** How every package's tests run. The folder Vitest is started in decides which: a package runs its own, the root runs all. */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './src/longest-first.ts'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    // One database and one bus for all files of a run, started when a test first asks for them.
    globalSetup: [resolve(import.meta.dirname, '../testkit/src/global-setup.ts')],
    // Tests work on real processes, files and sockets. This is a bound against hanging on a busy machine, not a promise of speed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Tests wait for disks, processes and hours of the clock for a third of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
  },
})
