import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Registers a cleanup function. It runs at the end of the current test or, outside a test, after all tests of the file.
 * @example cleanUpLater(() => server.stop())
 */
export function cleanUpLater(undo: () => unknown): void {
  const work = async () => {
    await undo()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(work)
  else afterAll(work)
}
