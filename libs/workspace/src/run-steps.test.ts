import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plant } from './plant.ts'
import { command, type Outcome, runSteps, runTests, type Step } from './run-steps.ts'
import { workspaceRoot } from './source-files.ts'

const found = (name: string, outcome: Outcome): Step => ({ name, does: 'something', run: async () => outcome })

async function printed(steps: (Step | Step[])[]) {
  const lines: string[] = []
  const exitCode = await runSteps(steps, (line) => lines.push(line))
  return { exitCode, last: lines.at(-1), text: lines.join('\n') }
}

test('adds up the results and prints the totals last', async () => {
  const { exitCode, last } = await printed([found('lint', { passed: 1, failed: 0 }), found('tests', { passed: 40, failed: 0, skipped: 2 })])
  expect({ exitCode, last }).toEqual({ exitCode: 0, last: '41 passed, 0 failed, 2 skipped' })
})

test('continues after a failed step or a thrown error, and exits with 1', async () => {
  const throws: Step = { name: 'types', does: 'something', run: () => Promise.reject(new Error('no such program')) }
  const { exitCode, last, text } = await printed([
    found('lint', { passed: 0, failed: 1 }),
    throws,
    found('tests', { passed: 3, failed: 0 }),
  ])
  expect({ exitCode, last }).toEqual({ exitCode: 1, last: '3 passed, 2 failed' })
  expect(text).toContain('no such program')
})

test("runs the steps of an inner list concurrently and prints each step's lines together", async () => {
  const bothRun = Promise.withResolvers<void>()
  const slowEnds = Promise.withResolvers<void>()
  const slow: Step = {
    name: 'slow',
    does: 'wait',
    run: async (print) => {
      await bothRun.promise
      print('slow line')
      slowEnds.resolve()
      return { passed: 1, failed: 0 }
    },
  }
  const quick: Step = {
    name: 'quick',
    does: 'unblock the other step',
    run: async (print) => {
      print('first line')
      bothRun.resolve()
      await slowEnds.promise
      print('second line')
      return { passed: 0, failed: 1 }
    },
  }
  const { exitCode, last, text } = await printed([[slow, quick]])
  expect({ exitCode, last }).toEqual({ exitCode: 1, last: '1 passed, 1 failed' })
  expect(text).toMatch(
    /^\n── at the same time: slow, quick\n\n── slow: wait\nslow line\n\n── quick: unblock the other step\nfirst line\nsecond line\n/,
  )
  expect(text).toMatch(/summary\n {2}slow .*\n {2}quick /)
})

test('reports skipped steps and why they were skipped', async () => {
  const { exitCode, text } = await printed([{ name: 'soak', does: 'long tests', skippedBecause: 'they are long' }])
  expect(exitCode).toBe(0)
  expect(text).toMatch(/soak +not run +long tests: they are long/)
})

test('passes a program only with exit code 0 and prints its output', async () => {
  const lines: string[] = []
  const run = (program: string, ...args: string[]) => command(program, ...args)((line) => lines.push(line))
  expect(await run('true')).toEqual({ passed: 1, failed: 0 })
  expect(await run('sh', '-c', 'echo out; echo err >&2; exit 1')).toEqual({ passed: 0, failed: 1 })
  await expect(run('no-such-program')).rejects.toThrow('ENOENT')
  expect(lines.toSorted()).toEqual(['err', 'out'])
})

const testFile = (body: string) => `import { expect, test } from 'vitest'\n${body}`
const PASSES = "test('passes', () => expect(1).toBe(1))\n"

test.for<[string, Record<string, string>, Outcome]>([
  [
    'counts passed, failed and skipped tests',
    { 'src/a.test.ts': testFile(`${PASSES}test('fails', () => expect(1).toBe(2))\ntest.skip('rests', () => {})\ntest.todo('waits')`) },
    { passed: 1, failed: 1, skipped: 2, note: '2 tests in 1 files' },
  ],
  [
    'counts a file that cannot be loaded as one failure',
    { 'src/a.test.ts': testFile(`${PASSES}test('fails', () => expect(1).toBe(2))`), 'src/b.test.ts': "import './gone.ts'" },
    { passed: 1, failed: 2, skipped: 0, note: '2 tests in 2 files' },
  ],
  [
    'counts an error outside of the tests as a failure',
    { 'src/a.test.ts': testFile(`${PASSES}test('leaves a promise behind', () => { Promise.reject(new Error('nobody waits')) })`) },
    { passed: 2, failed: 1, skipped: 0, note: '2 tests in 1 files' },
  ],
  ['fails without a test file', { 'src/a.ts': '' }, { passed: 0, failed: 1, skipped: 0, note: 'no test ran' }],
  [
    'fails if all tests are skipped',
    { 'src/a.test.ts': testFile("test.skip('rests', () => {})") },
    { passed: 0, failed: 1, skipped: 1, note: 'no test ran' },
  ],
])('%s', async ([, files, outcome]) => {
  const root = plant(files)
  symlinkSync(join(workspaceRoot, 'node_modules'), join(root, 'node_modules'))
  expect(await runTests(root, undefined, 'ignore')).toEqual(outcome)
})
