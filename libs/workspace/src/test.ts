/** `npm test`, and with `--fast` its fast part `npm run check`: the list of steps. What guards something new gets its line here. */
import { checkBorders } from './borders.ts'
import { engines } from './engines-step.ts'
import { command, type Outcome, runSteps, runTests, type Step } from './run-steps.ts'
import { workspaceRoot } from './source-files.ts'

async function borders(): Promise<Outcome> {
  const { modules, breaches } = await checkBorders(workspaceRoot)
  for (const breach of breaches) console.log(breach)
  return { passed: breaches.length ? 0 : 1, failed: breaches.length ? 1 : 0, note: `${modules.length} modules` }
}

const fast = process.argv.includes('--fast')

const steps: Step[] = [
  { name: 'lint', does: 'format, lint rules, undeclared imports (Biome)', run: command('biome', 'check', '--error-on-warnings', '.') },
  { name: 'types', does: 'tsc in every package, unchanged ones from the cache (Nx)', run: command('nx', 'run-many', '--targets=types') },
  { name: 'borders', does: 'direction of imports (dependency-cruiser)', run: borders },
  ...(fast
    ? [
        { name: 'guards', does: 'the tests of the steps above (Vitest)', run: () => runTests(workspaceRoot, 'libs/workspace/') },
        { name: 'tests', does: 'all other tests', skippedBecause: 'they take minutes; `npm test` runs them' },
      ]
    : [
        { name: 'engines', does: 'RabbitMQ and Chromium, which the tests need', run: () => engines() },
        { name: 'tests', does: 'all tests (Vitest)', run: () => runTests(workspaceRoot) },
      ]),
  { name: 'soak', does: 'the long tests', skippedBecause: 'they take many minutes; `npm run soak` runs them' },
  { name: 'bench', does: 'the measurements', skippedBecause: 'they want a quiet machine; `npm run bench` runs them' },
]

process.exitCode = await runSteps(steps)
