/** Entry points from which `src/unused.ts` searches for files, exports and dependencies that nothing uses. */
import type { KnipConfig } from 'knip'

/** A trailing `!` marks code that runs in production. The search for code that only tests use reads nothing else. */
const TESTS = ['**/*.{test,soak}.{ts,tsx}']
const PROJECT = ['**/*.{ts,tsx,js,css}!', '!**/dist/**', '!**/*.{test,soak,fixture}.{ts,tsx}!', '!**/{test,testing}/**!']
const programs = (...entry: string[]) => ({ entry: [...entry, ...TESTS], project: PROJECT })

export default {
  includeEntryExports: true,
  ignoreBinaries: ['tsc'],
  compilers: {
    // Finds fonts and imported style sheets.
    css: (text: string) => [...text.matchAll(/(?:@import|url\()\s*["']([^"'#:]+)["']/g)].map(([, path]) => `import '${path}'`).join('\n'),
  },
  ignoreIssues: {
    // typescript-json-schema finds these types by name.
    'deploy/sandbox/test/schema-types.ts': ['types'],
  },
  workspaces: {
    '.': { entry: [], project: [] },
    shell: { ...programs('public/*.js!'), includeEntryExports: false },
    // Module federation loads remote.tsx by the name ./app.
    'mfe-*': { ...programs('src/{main,remote}.{ts,tsx}!'), includeEntryExports: false },
    'services/*': programs('src/main.ts!'),
    'services/payouts': programs('src/main.ts!', 'src/cli/*.ts!', 'src/testing/killable-process.ts'),
    'libs/*': programs(),
    'libs/testkit': programs('src/watch-vitals.js'),
    'libs/workspace': { ...programs('src/{test,new,draw-texts}.ts!'), vitest: { config: ['vitest.config.ts', 'vitest.soak.config.ts'] } },
    'deploy/docker': programs('src/{make-secrets,run-operator-command,serve-app}.ts!', 'mongo/*.js!'),
    'deploy/local': programs('src/{main,cli,docs,watched-services}.ts!', 'demo/make-logos.ts!'),
    // A test finds Stripe's program through the package's folder.
    'deploy/sandbox': { ...programs('test/{run-alone,schema-types}.ts'), ignoreDependencies: ['@stripe/cli'] },
    'deploy/bench': programs('src/{main,serve-*}.ts!'),
    'deploy/e2e': programs(),
  },
} satisfies KnipConfig
