/** Entries of the bench with tiny sizes: each starts, does its work, passes its own checks and gives its figures. Only bytes are judged. */
import { afterAll, describe, expect, test, vi } from 'vitest'
import { judgeLimit, takeSample } from './harness.ts'
import { type ThisMachine, thisMachine } from './machine.ts'
import { suites } from './suites.ts'

vi.hoisted(() => {
  process.env.BENCH_SMOKE = '1'
  // The same services start again and again; what the first one compiled serves the others.
  process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../../../node_modules/.cache/reelfair-bench/compiled`
})

/** Entries start processes of their own; `js` may have to build the pages first. */
const STARTS = { timeout: 300_000 }
const UNITS = 3

const machine = thisMachine()

/** @param chosen whether an entry is run */
export function smoke(chosen: (name: string) => boolean): void {
  const some = suites.map((suite) => ({ ...suite, entries: suite.entries.filter(({ name }) => chosen(name)) }))
  describe.skipIf(!machine).for(some.filter(({ entries }) => entries.length > 0))('the suite of $entries.0.name', (suite) => {
    afterAll(suite.close, STARTS.timeout)

    test('says what it runs on', STARTS, async () => {
      expect(await suite.facts(machine as ThisMachine)).not.toEqual([])
    })

    test.for(suite.entries)('$name', STARTS, async (entry) => {
      if (entry.kind === 'race') {
        for (const side of [entry.ceiling, entry.product]) {
          const { rate } = await takeSample(side, UNITS, machine as ThisMachine)
          expect(rate).toBeGreaterThan(0)
          // `prepare` checks the work of the sample before it.
          await side.prepare?.()
        }
      } else {
        const figures = await entry.attempt()
        const names = Object.keys(entry.limits)
        expect(figures).toEqual(Object.fromEntries(names.map((name) => [name, expect.any(Number)])))
        const judgement = judgeLimit(entry, [{ figures, foreignShare: 0 }])
        expect(Object.keys(judgement.figures)).toEqual(names)
        if (entry.measure === 'KB') expect(judgement).toMatchObject({ verdict: 'pass' })
      }
    })
  })
}
