import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow test files. If started last, each would run alone for a minute or more while the other workers sit idle. */
const LONGEST = [
  'deploy/e2e/src/browser/screens.test.ts',
  'deploy/e2e/src/journey/journey.test.ts',
  'deploy/local/src/local.test.ts',
  'libs/service-kit/src/bus/delivery.test.ts',
  'services/payouts/src/crash-points.test.ts',
  'deploy/e2e/src/flows/killed-anywhere.test.ts',
  'deploy/e2e/src/access/access.test.ts',
  'deploy/e2e/src/fuzz/bounded.test.ts',
]

type File = Pick<TestSpecification, 'moduleId'>

const rankOf = ({ moduleId }: File) => {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(path))
  return place < 0 ? LONGEST.length : place
}

export const slowestFirst = <T extends File>(files: readonly T[]): T[] => files.toSorted((a, b) => rankOf(a) - rankOf(b))

/** A new machine has no recorded durations, so Vitest would sort by file size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowestFirst(await super.sort(files))
  }
}
