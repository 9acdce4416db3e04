/** The direction of imports: which part of the house may know which. dependency-cruiser reads the tree, this file holds the rules. */
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'
import { packageFolders, sourceFiles } from './source-files.ts'

const APP = '(?:shell|mfe-[^/]+)'
const PACKAGE = '(?:shell|mfe-[^/]+|(?:services|libs|deploy)/[^/]+)'
const BUILT = ['^shell/dist/', '^mfe-[a-z]+/dist/', '^libs/ui/dist']
/** What a service's tests share. */
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

/** `$1` and `$2` in a `to` stand for the groups that matched in its `from`. */
export const borders: IRegularForbiddenRuleType[] = [
  never('app-not-service', 'An app knows services by contracts and HTTP only.', { path: `^${APP}/` }, { path: '^services/' }),
  never(
    'app-not-app',
    'Apps are deployed alone; what two share goes into a lib.',
    { path: `^(${APP})/` },
    { path: `^${APP}/`, pathNot: '^$1/' },
  ),
  never(
    'app-by-facade',
    'Apps know router, query cache, i18next and Mantine only through web-kit and ui: what they share is loaded once.',
    { path: `^${APP}/` },
    { path: '(?:^|/)node_modules/(?:@mantine|@tanstack|react-router|react-router-dom|i18next|react-i18next|zod)/' },
  ),
  never(
    'page-not-page',
    'What two pages share goes into components/.',
    { path: `^(${APP}/src/pages)/([^/]+)/` },
    { path: '^$1/[^/]+/', pathNot: '^$1/$2/' },
  ),
  never(
    'service-not-service',
    'Services speak by events.',
    { path: '^services/([^/]+)/' },
    { path: '^services/', pathNot: '^services/$1/' },
  ),
  never('lib-not-upwards', 'A lib is below apps and services.', { path: '^libs/' }, { path: `^(?:${APP}|services)/` }),
  never(
    'deploy-on-top',
    'deploy/ puts the house together; nothing in the house knows it.',
    { pathNot: ['^deploy/', TEST_FILE, TESTING] },
    { path: '^deploy/' },
  ),
  never(
    'tests-know-the-sandbox-alone',
    'A service’s tests speak to the outside as the service does; the sandbox stands for that outside, and is the only part of deploy/ they start.',
    { path: [TEST_FILE, TESTING], pathNot: '^deploy/' },
    { path: '^deploy/', pathNot: '^deploy/sandbox/' },
  ),
  never(
    'contracts-at-the-bottom',
    'contracts imports nothing of ours.',
    { path: '^libs/contracts/' },
    { path: `^${PACKAGE}/`, pathNot: '^libs/contracts/' },
  ),
  never(
    'domain-is-pure',
    'domain/ imports only contracts and rules: no I/O, no package.',
    { path: '^services/([^/]+)/src/domain/', pathNot: TEST_FILE },
    { pathNot: '^(?:services/$1/src/domain|libs/contracts|libs/rules)/' },
  ),
  never(
    'mongoose-in-store',
    'Only store/ and service-kit speak to the database; tests, testkit and the bench may.',
    {
      pathNot: [
        TEST_FILE,
        '^services/[^/]+/src/store/',
        '^libs/(?:service-kit|testkit)/',
        '^libs/embedded/test/',
        '^deploy/(?:bench|e2e)/',
        // What lies in a database that somebody has given, before any service is there.
        '^deploy/local/src/given-database(?:\\.fixture)?\\.ts$',
      ],
    },
    { path: '(?:^|/)node_modules/(?:mongoose|mongodb)/' },
  ),
  never(
    'embedded-is-replaceable',
    'The product knows a mongodb:// URI; only testkit and deploy start the embedded server.',
    { pathNot: '^(?:libs/embedded|libs/testkit|deploy)/' },
    { path: '^libs/embedded/' },
  ),
  never(
    'package-by-its-name',
    'A relative path into another package goes round its exports, its package.json and so the task graph.',
    { path: `^(${PACKAGE})/` },
    { path: `^${PACKAGE}/`, pathNot: '^$1/', dependencyTypes: ['local'] },
  ),
  never('no-cycle', 'Two modules that need each other are one.', {}, { circular: true }),
  never('resolvable', 'An import that nothing answers.', {}, { couldNotResolve: true }),
]

const reasons = Object.fromEntries(borders.map(({ name, comment }) => [name, comment]))

/** @returns every module read, and a line for each forbidden import and for each TypeScript file that was not read. */
export async function checkBorders(root: string): Promise<{ modules: string[]; breaches: string[] }> {
  const { output } = await cruise(packageFolders(root), {
    baseDir: root,
    // dependency-cruiser knows TypeScript up to 6; without swc it passes over our files, or over some of their imports, in silence.
    parser: 'swc',
    doNotFollow: 'node_modules',
    // What a build wrote is no source of ours.
    exclude: BUILT,
    validate: true,
    ruleSet: { forbidden: borders },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  const { modules, summary } = output as ICruiseResult
  const read = new Set(modules.map((module) => module.source))
  const unread = packageFolders(root)
    .flatMap((folder) => sourceFiles(root, folder))
    .filter((file) => !read.has(file))
  return {
    // npm puts what two packages want in two versions into a package's own folder.
    modules: [...read].filter((source) => new RegExp(`^${PACKAGE}/(?!node_modules/)`).test(source)),
    breaches: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}. ${reasons[rule.name]}`),
      ...unread.map((file) => `unread: ${file} was passed over by dependency-cruiser`),
    ],
  }
}
