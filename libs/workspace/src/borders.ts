/** Rules for imports between the parts of the repository; dependency-cruiser applies them. */
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'
import { packageFolders, sourceFiles } from './source-files.ts'

const APP = '(?:shell|mfe-[^/]+)'
const PACKAGE = '(?:shell|mfe-[^/]+|(?:services|libs|deploy)/[^/]+)'
const BUILT = ['^shell/dist/', '^mfe-[a-z]+/dist/', '^libs/ui/dist']
const TESTING = '^services/[^/]+/src/testing/'
const TEST_FILE = '\\.(?:test|soak)\\.tsx?$'

const never = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
})

/** In `to`, `$1` and `$2` are the groups matched in `from`. */
export const borders: IRegularForbiddenRuleType[] = [
  never('app-not-service', 'Apps use services only through contracts and HTTP.', { path: `^${APP}/` }, { path: '^services/' }),
  never(
    'app-not-app',
    'Apps are deployed independently; put shared code in a lib.',
    { path: `^(${APP})/` },
    { path: `^${APP}/`, pathNot: '^$1/' },
  ),
  never(
    'app-by-facade',
    'Apps use the router, query cache, i18next and Mantine through web-kit and ui, so that each is loaded once.',
    { path: `^${APP}/` },
    { path: '(?:^|/)node_modules/(?:@mantine|@tanstack|react-router|react-router-dom|i18next|react-i18next|zod)/' },
  ),
  never(
    'page-not-page',
    'Pages do not import each other; put shared code in components/.',
    { path: `^(${APP}/src/pages)/([^/]+)/` },
    { path: '^$1/[^/]+/', pathNot: '^$1/$2/' },
  ),
  never(
    'service-not-service',
    'Services communicate through events only.',
    { path: '^services/([^/]+)/' },
    { path: '^services/', pathNot: '^services/$1/' },
  ),
  never('lib-not-upwards', 'Libs do not import apps or services.', { path: '^libs/' }, { path: `^(?:${APP}|services)/` }),
  never(
    'deploy-on-top',
    'deploy/ assembles the system; no other code imports it.',
    { pathNot: ['^deploy/', TEST_FILE, TESTING] },
    { path: '^deploy/' },
  ),
  never(
    'tests-use-only-the-sandbox',
    'A service’s tests may use only the sandbox of deploy/, which simulates outside parties.',
    { path: [TEST_FILE, TESTING], pathNot: '^deploy/' },
    { path: '^deploy/', pathNot: '^deploy/sandbox/' },
  ),
  never(
    'contracts-at-the-bottom',
    'contracts imports no other package of the repository.',
    { path: '^libs/contracts/' },
    { path: `^${PACKAGE}/`, pathNot: '^libs/contracts/' },
  ),
  never(
    'domain-is-pure',
    'domain/ imports only contracts and rules, without I/O or npm packages.',
    { path: '^services/([^/]+)/src/domain/', pathNot: TEST_FILE },
    { pathNot: '^(?:services/$1/src/domain|libs/contracts|libs/rules)/' },
  ),
  never(
    'mongoose-in-store',
    'Only store/, service-kit, tests, testkit and the bench use the database driver.',
    {
      pathNot: [
        TEST_FILE,
        '^services/[^/]+/src/store/',
        '^libs/(?:service-kit|testkit)/',
        '^libs/embedded/test/',
        '^deploy/(?:bench|e2e)/',
        // Inspects a user-provided database before any service runs.
        '^deploy/local/src/external-database(?:\\.fixture)?\\.ts$',
      ],
    },
    { path: '(?:^|/)node_modules/(?:mongoose|mongodb)/' },
  ),
  never(
    'embedded-is-replaceable',
    'The product uses a mongodb:// URI; only testkit and deploy start the embedded server.',
    { pathNot: '^(?:libs/embedded|libs/testkit|deploy)/' },
    { path: '^libs/embedded/' },
  ),
  never(
    'packages-by-name',
    'A relative path into another package bypasses its exports and the task graph.',
    { path: `^(${PACKAGE})/` },
    { path: `^${PACKAGE}/`, pathNot: '^$1/', dependencyTypes: ['local'] },
  ),
  never('no-cycle', 'Modules must not import each other in a cycle.', {}, { circular: true }),
  never('resolvable', 'The imported module does not exist.', {}, { couldNotResolve: true }),
]

const reasons = Object.fromEntries(borders.map(({ name, comment }) => [name, comment]))

/**
 * @returns all modules read, and one line for each forbidden import, each unread TypeScript file and each file that the
 *   other guards miss
 */
export async function checkBorders(root: string): Promise<{ modules: string[]; breaches: string[] }> {
  const { output } = await cruise(packageFolders(root), {
    baseDir: root,
    // dependency-cruiser supports TypeScript up to 6. Without swc, it silently skips our files or some of their
    // imports.
    parser: 'swc',
    doNotFollow: 'node_modules',
    exclude: BUILT,
    validate: true,
    skipAnalysisNotInRules: true,
    ruleSet: { forbidden: borders },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  const { modules, summary } = output as ICruiseResult
  // Excludes a package's own node_modules, which npm creates for conflicting versions.
  const read = new Set(modules.map((module) => module.source).filter((source) => new RegExp(`^${PACKAGE}/(?!node_modules/)`).test(source)))
  const sources = new Set(packageFolders(root).flatMap((folder) => sourceFiles(root, folder)))
  const unread = [...sources].filter((file) => !read.has(file))
  const unlisted = [...read].filter((file) => /\.tsx?$/.test(file) && !sources.has(file))
  return {
    modules: [...read],
    breaches: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}. ${reasons[rule.name]}`),
      ...unread.map((file) => `unread: ${file} was skipped by dependency-cruiser`),
      ...unlisted.map((file) => `unlisted: ${file} is missing from the list of source files`),
    ],
  }
}
