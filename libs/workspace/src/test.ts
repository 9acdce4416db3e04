/**
 * Steps of `npm test`, `npm run check` (`--fast`) and `npm run journey` (`--journey`, with `--partnership` the second
 * journey). Add a line here for every new guard.
 */
import { checkBorders } from './borders.ts'
import { engines } from './engines-step.ts'
import { command, type Outcome, type Print, runSteps, runTests, type Step } from './run-steps.ts'
import { workspaceRoot } from './source-files.ts'
import { types } from './types-step.ts'
import { unused } from './unused-step.ts'

async function borders(print: Print): Promise<Outcome> {
  const { modules, breaches } = await checkBorders(workspaceRoot)
  for (const breach of breaches) print(breach)
  return { passed: breaches.length ? 0 : 1, failed: breaches.length ? 1 : 0, note: `${modules.length} modules` }
}

const fast = process.argv.includes('--fast')
const isPartnership = process.argv.includes('--partnership')

const machine: Step = { name: 'engines', does: 'RabbitMQ and Chromium for the tests', run: engines }

const journey: Step[] = [
  machine,
  {
    name: 'journey',
    does: `${isPartnership ? 'from an invitation' : 'from two sign-ups'} to a paid creator, in a browser (Vitest)`,
    run: () => {
      // `--distributed` uses RabbitMQ and one process per service; otherwise, one process runs everything.
      process.env.JOURNEY = process.argv.includes('--distributed') ? 'distributed' : 'together'
      return runTests(workspaceRoot, `deploy/e2e/src/journey/${isPartnership ? 'partnership.soak' : 'journey.test'}.ts`)
    },
  },
]

const checks: Step[] = [
  { name: 'lint', does: 'format, lint rules, undeclared imports (Biome)', run: command('biome', 'check', '--error-on-warnings', '.') },
  { name: 'types', does: 'types in every package (tsc)', run: types },
  { name: 'borders', does: 'direction of imports (dependency-cruiser)', run: borders },
  { name: 'unused', does: 'unused files, exports and dependencies, and code that only tests use (knip)', run: unused },
]

const all: (Step | Step[])[] = [
  // These steps use one thread each or wait for the network, so they run concurrently. The tests need the whole
  // machine.
  fast ? checks : [...checks, machine],
  ...(fast
    ? [
        { name: 'guards', does: 'tests of the steps above (Vitest)', run: () => runTests(workspaceRoot, 'libs/workspace/') },
        { name: 'tests', does: 'all other tests', skippedBecause: 'they take minutes; `npm test` runs them' },
      ]
    : [{ name: 'tests', does: 'all tests (Vitest)', run: () => runTests(workspaceRoot) }]),
  { name: 'soak', does: 'long tests', skippedBecause: 'they take many minutes; `npm run soak` runs them' },
  { name: 'bench', does: 'measurements', skippedBecause: 'they need an idle machine; `npm run bench` runs them' },
]

process.exitCode = await runSteps(process.argv.includes('--journey') ? journey : all)
