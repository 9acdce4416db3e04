import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Registers a cleanup function. Called inside a test, it runs at the end of that test; otherwise, after all tests of
 * the file.
 * @example cleanUpLater(() => server.stop())
 */
export function cleanUpLater(undo: () => unknown): void {
  const work = async () => {
    await undo()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(work)
  else afterAll(work)
}
