import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, each of these would run on alone for a minute or more while the other workers have nothing left to do. */
const LONGEST = [
  'deploy/e2e/src/browser/money-seen.test.ts',
  'deploy/e2e/src/browser/campaigns-seen.test.ts',
  'deploy/e2e/src/journey/journey.test.ts',
  'deploy/local/src/local.test.ts',
  'libs/service-kit/src/bus/delivery.test.ts',
  'services/payouts/src/crash-points.test.ts',
]

type File = Pick<TestSpecification, 'moduleId'>

const rankOf = ({ moduleId }: File) => {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(path))
  return place < 0 ? LONGEST.length : place
}

/** Those known to be long in their order, then the others as they were. */
export const longestFirst = <T extends File>(files: readonly T[]): T[] => files.toSorted((a, b) => rankOf(a) - rankOf(b))

/** The order of a run's test files on a machine that knows nothing yet: Vitest's own, by size, but for those known to be long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files))
  }
}
