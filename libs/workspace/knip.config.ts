/**
 * Entry points for finding unused files, exports and dependencies (`src/unused-step.ts`). The second search, with
 * `--production`, uses only the patterns with a trailing `!` and finds code that only tests use.
 */
import type { KnipConfig } from 'knip'

const production = process.argv.includes('--production')

const TESTS = ['**/*.{test,soak}.{ts,tsx}']
const SOURCES = ['**/*.{ts,tsx,js,css}!', '!**/dist/**', '!**/*.{test,soak,fixture}.{ts,tsx}!', '!**/{test,testing}/**!']

/** For packages whose entry points tests may use. */
const USED_BY_TESTS = { includeEntryExports: !production }

/** Settings for a part of the product. A trailing `!` marks its entry points. */
const product = (...entry: string[]) => ({ entry: [...entry, ...TESTS], project: SOURCES })
const tool = (...entry: string[]) => ({ ...USED_BY_TESTS, entry: [...entry, ...TESTS], project: ['**/*.{ts,js,css}'] })

export default {
  includeEntryExports: true,
  // The second search accepts exports used in their own file, and `@internal` exports.
  ignoreExportsUsedInFile: production,
  // All packages use the compiler from libs/workspace.
  ignoreBinaries: ['tsc'],
  ignoreIssues: {
    // `type-faults.ts` finds these types by name.
    'deploy/sandbox/test/schema-types.ts': ['types'],
    ...(production && {
      // Tests of other packages use these exports.
      '**/{testing/**,testing.ts,*.fixture.ts}': ['exports', 'types'],
      // The apps' build configurations use these.
      'libs/web-kit/src/build/{index,app-config,static-pages}.ts': ['exports'],
    }),
  },
  compilers: {
    // Finds fonts and imported style sheets.
    css: (text: string) => [...text.matchAll(/(?:@import|url\()\s*["']([^"'#:]+)["']/g)].map(([, path]) => `import '${path}'`).join('\n'),
  },
  workspaces: {
    '.': { entry: [], project: [] },
    // Rsbuild's plugin for static pages builds these two by path.
    shell: { ...product('public/*.js!', 'src/landing/{main.ts,render.tsx}!'), includeEntryExports: false },
    // Module federation loads remote.tsx under the name ./app.
    'mfe-*': { ...product('src/{main,remote}.{ts,tsx}!', 'src/page-starts.ts!'), includeEntryExports: false },
    'services/*': product('src/main.ts!'),
    'services/payouts': product('src/main.ts!', 'src/testing/killable-process.ts'),
    'libs/*': product(),
    'libs/testkit': tool('src/watch-vitals.js'),
    'libs/workspace': { ...tool('src/{test,new,draw-texts}.ts'), vitest: { config: ['vitest.config.ts', 'vitest.soak.config.ts'] } },
    'deploy/docker': tool('src/{make-secrets,run-operator-command,serve-app}.ts', 'mongo/*.js'),
    'deploy/local': { ...product('src/{main,cli,docs,watched-services}.ts!', 'demo/make-logos.ts!'), ...USED_BY_TESTS },
    // A test finds Stripe's program through the package's folder.
    'deploy/sandbox': { ...product('test/{run-alone,schema-types}.ts'), ...USED_BY_TESTS, ignoreDependencies: ['@stripe/cli'] },
    // Part of the second search, because an export that only the benchmarks use has a use.
    'deploy/bench': { ...tool('src/{main,serve-*,smoke}.ts!'), project: SOURCES },
    'deploy/e2e': tool('src/draw-social-pictures.ts'),
  },
} satisfies KnipConfig
