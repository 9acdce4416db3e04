/** Runs bench entries at tiny sizes. Each entry must do its work, pass its own checks and return its figures. */
import { afterAll, describe, expect, test, vi } from 'vitest'
import { judgeLimit, takeSample } from './harness.ts'
import { type ThisMachine, thisMachine } from './machine.ts'
import { suites } from './suites.ts'

vi.hoisted(() => {
  process.env.BENCH_SMOKE = '1'
  // The same services start repeatedly; later starts reuse the code compiled by the first start.
  process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../../../node_modules/.cache/reelfair-bench/compiled`
})

/** Entries start their own processes, and `js` may first build the pages. */
const STARTS = { timeout: 300_000 }
const UNITS = 3

const machine = thisMachine()

export function smoke(chosen: (name: string) => boolean): void {
  const some = suites.map((suite) => ({ ...suite, entries: suite.entries.filter(({ name }) => chosen(name)) }))
  describe.skipIf(!machine).for(some.filter(({ entries }) => entries.length > 0))('suite of $entries.0.name', (suite) => {
    afterAll(suite.close, STARTS.timeout)

    test('describes what it runs on', STARTS, async () => {
      expect(await suite.facts(machine as ThisMachine)).not.toEqual([])
    })

    test.for(suite.entries)('$name does its work and returns its figures', STARTS, async (entry) => {
      if (entry.kind === 'race') {
        for (const side of [entry.ceiling, entry.product]) {
          const { rate } = await takeSample(side, UNITS, machine as ThisMachine)
          expect(rate).toBeGreaterThan(0)
          // `prepare` checks the previous sample's work.
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
