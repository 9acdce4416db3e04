import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Undoes something when the test ends in which this is called; at the top of a file, when all its tests have ended.
 * @example whenOver(() => server.stop())
 */
export function whenOver(undo: () => unknown): void {
  const work = async () => {
    await undo()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(work)
  else afterAll(work)
}
