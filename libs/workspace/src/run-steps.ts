/** Runs the steps of `npm test` and `npm run check` and prints a summary. A failed step does not stop later steps. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { packageFolders, programsEnv, workspaceRoot } from './source-files.ts'

/** A check counts as one; the test step counts each test. */
export interface Outcome {
  passed: number
  failed: number
  skipped?: number
  note?: string
}

export type Print = (line: string) => void

export type Step = { name: string; does: string } & ({ run: (print: Print) => Promise<Outcome> } | { skippedBecause: string })

/**
 * Runs the steps in sequence, and the steps of an inner list concurrently. Prints each step, a table, and the totals as
 * the last line: `N passed, N failed`, with `, N skipped` if any.
 * @returns the exit code
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[], print: Print = console.log): Promise<0 | 1> {
  const results: StepResult[] = []
  for (const entry of steps) {
    const concurrent = [entry].flat()
    if (concurrent.length > 1) print(`\n── at the same time: ${concurrent.map(({ name }) => name).join(', ')}`)
    const run = async (step: Step) => {
      if (concurrent.length === 1) return runStep(step, print)
      // Prints a step's lines when the step ends, so that lines of concurrent steps do not mix.
      const lines: string[] = []
      const result = await runStep(step, (line) => lines.push(line))
      for (const line of lines) print(line)
      return result
    }
    results.push(...(await Promise.all(concurrent.map(run))))
  }
  const sum = (count: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[count], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  print(`\n── summary\n${results.map(({ row }) => row).join('\n')}\n`)
  print(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed ? 1 : 0
}

interface StepResult extends Required<Omit<Outcome, 'note'>> {
  readonly row: string
}

async function runStep(step: Step, print: Print): Promise<StepResult> {
  const name = step.name.padEnd(8)
  if ('skippedBecause' in step) return { passed: 0, failed: 0, skipped: 0, row: `  ${name}  not run  ${step.does}: ${step.skippedBecause}` }
  print(`\n── ${step.name}: ${step.does}`)
  const start = performance.now()
  const outcome = step.run(print).catch((error: unknown): Outcome => {
    print(error instanceof Error ? String(error.stack) : String(error))
    return { passed: 0, failed: 1, note: 'threw an error' }
  })
  const { passed, failed, skipped = 0, note } = await outcome
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const row = `  ${name}  ${failed ? 'FAILED ' : 'passed '}  ${step.does} (${note ? `${note}, ` : ''}${seconds} s)`
  return { passed, failed, skipped, row }
}

export const command =
  (program: string, ...args: string[]) =>
  async (print: Print): Promise<Outcome> =>
    (await exitCodeOf(workspaceRoot, program, args, print)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/**
 * Runs the Vitest tests below a folder, or only files whose path contains `filter`, which may name a long test. A run
 * without any tests fails.
 */
export async function runTests(root: string, filter?: string, output: 'inherit' | 'ignore' = 'inherit'): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-tests-'))
  try {
    const config = join(workspaceRoot, `libs/workspace/vitest.${filter?.endsWith('.soak.ts') ? 'soak.' : ''}config.ts`)
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const exitCode = await exitCodeOf(root, 'vitest', ['run', '--config', config, ...reporters, ...(filter ? [filter] : [])], output)
    if (!existsSync(report)) return { passed: 0, failed: 1, note: 'no test ran' }

    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    // A file that cannot be loaded has no failed tests, and an error outside of any test appears only in the exit code.
    const brokenFiles = testResults.filter(
      (file: { status: string; assertionResults: { status: string }[] }) =>
        file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    ).length
    if (output === 'inherit') for (const line of durationsOf(testResults)) console.log(line)
    const failed = numFailedTests + brokenFiles || (exitCode === 0 && numPassedTests > 0 ? 0 : 1)
    const skipped = numPendingTests + numTodoTests
    const ran = numPassedTests + numFailedTests
    return { passed: numPassedTests, failed, skipped, note: ran === 0 ? 'no test ran' : `${ran} tests in ${testResults.length} files` }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface TestFile {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
}

const SLOWEST = 20

/** The slowest files, and each package's total. Files run concurrently, so the totals exceed the run's duration. */
function durationsOf(files: readonly TestFile[]): string[] {
  const took = files.map(({ name, startTime, endTime }) => ({
    name: relative(workspaceRoot, name),
    seconds: (endTime - startTime) / 1_000,
  }))
  const sums = packageFolders(workspaceRoot).map((folder) => ({
    name: folder,
    seconds: took.filter(({ name }) => name.startsWith(`${folder}/`)).reduce((sum, { seconds }) => sum + seconds, 0),
  }))
  const lines = (list: typeof took) =>
    list
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, SLOWEST)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
  return [`\nThe slowest of ${files.length} files:`, ...lines(took), '\nSums by package:', ...lines(sums)]
}

/** @param output if a function, receives each line of stdout and stderr */
export const exitCodeOf = (cwd: string, program: string, args: readonly string[], output: 'inherit' | 'ignore' | Print) =>
  new Promise<number>((resolve, reject) => {
    // Nx starts scripts through npm, whose banners and warnings would hide the compiler's output.
    const env = { ...programsEnv, NX_TUI: 'false', npm_config_loglevel: 'silent' }
    const started = spawn(program, args, { cwd, stdio: typeof output === 'string' ? output : ['ignore', 'pipe', 'pipe'], env })
      .on('error', reject)
      .on('close', (code) => resolve(code ?? 1))
    if (typeof output === 'function')
      for (const stream of [started.stdout, started.stderr]) if (stream) createInterface(stream).on('line', output)
  })
