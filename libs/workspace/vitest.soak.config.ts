/**
 * Long tests, `*.soak.ts`, which `npm test` skips, and the screens' tests in both languages. Each needs the whole
 * machine, so they run one file at a time.
 */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const TEN_MINUTES_MS = 600_000

export default defineConfig({
  test: {
    globalSetup: [resolve(import.meta.dirname, '../testkit/src/global-setup.ts')],
    testTimeout: TEN_MINUTES_MS,
    hookTimeout: TEN_MINUTES_MS,
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
    projects: [
      { extends: true, test: { name: 'soak', include: ['**/*.soak.ts'] } },
      // In `npm test`, a file's cases alternate between the languages.
      {
        extends: true,
        test: {
          name: 'languages',
          include: ['**/*.test.tsx'],
          env: { LANGUAGES: 'both' },
          setupFiles: resolve(import.meta.dirname, '../web-kit/src/testing/set-up.ts'),
        },
      },
    ],
  },
})
