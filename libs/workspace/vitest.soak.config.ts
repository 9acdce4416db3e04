/** Long tests, `*.soak.ts`, which `npm test` skips. Each needs the whole machine, so they run one file at a time. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const TEN_MINUTES_MS = 600_000

export default defineConfig({
  test: {
    include: ['**/*.soak.ts'],
    globalSetup: [resolve(import.meta.dirname, '../testkit/src/global-setup.ts')],
    testTimeout: TEN_MINUTES_MS,
    hookTimeout: TEN_MINUTES_MS,
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
  },
})
