import { describe, expect, it } from 'vitest'
import {
  calibrate,
  exitCode,
  foreignShare,
  judgeLimit,
  judgeRace,
  PAIRS,
  type Race,
  type Round,
  ratios,
  regression,
  runLimit,
  runRace,
  type Side,
  spread,
} from './harness.ts'
import type { Machine } from './machine.ts'

/**
 * Simulates a two-core machine whose clock advances only while a side works. Each side uses one core fully; other
 * programs may use a share of both cores.
 */
function pretend() {
  let ms = 0
  let own = 0
  let foreign = 0
  const log: string[] = []
  const machine: Machine = { now: () => ms, load: () => ({ own, busy: own + foreign, all: ms / 5 }) }
  const pass = (elapsedMs: number, share = 0, cpuMs = elapsedMs) => {
    ms += elapsedMs
    own += cpuMs / 10
    foreign += (elapsedMs / 5) * share
  }
  const side = (name: string, msPerUnit: number, share: () => number = () => 0): Side => ({
    async work(units) {
      log.push(name)
      // Load from other programs adds wall-clock time but no CPU time of our own.
      pass((units * msPerUnit) / (1 - share()), share(), units * msPerUnit)
    },
  })
  return { machine, side, log, pass }
}

const race = (ceiling: Side, product: Side, more: Partial<Race> = {}): Race => ({
  kind: 'race',
  name: 'toy',
  unit: 'a toy',
  ceiling,
  product,
  ...more,
})
const underLoad = () => 0.4
const floor = { ratio: 0.5, cpuRatio: 0.5 }

const sample = (rate: number, share = 0, cpuRate = rate) => ({ rate, cpuRate, foreignShare: share })
const round = (ratio: number, share = 0, cpuRatio = ratio): Round => ({
  ceiling: sample(100),
  product: sample(100 * ratio, share, 100 * cpuRatio),
})
const rounds = (...values: number[]) => values.map((value) => round(value))

describe('spread', () => {
  it('returns the middle value for an odd count', () => expect(spread([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 }))
  it('averages the two middle values for an even count', () => expect(spread([10, 1, 2, 4]).median).toBe(3))
  it('summarizes the ratios of the pairs instead of the ratio of the medians', () => {
    const pairs: Round[] = [
      { ceiling: sample(100), product: sample(90) },
      { ceiling: sample(10), product: sample(9) },
      { ceiling: sample(1000), product: sample(100) },
    ]
    expect(ratios(pairs, 'ceiling', 'rate')).toEqual({ median: 0.9, min: 0.1, max: 0.9 })
  })
})

describe('CPU CPU share of other programs', () => {
  const before = { own: 10, busy: 100, all: 1000 }
  it('divides others’ busy time by the total time', () => expect(foreignShare(before, { own: 40, busy: 160, all: 1100 })).toBe(0.3))
  it('is never negative', () => expect(foreignShare(before, { own: 63, busy: 150, all: 1100 })).toBe(0))
  it('is zero when no time has passed', () => expect(foreignShare(before, before)).toBe(0))
})

describe('race', () => {
  it('passes a product whose ratio is above its floor', async () => {
    const { machine, side } = pretend()
    const judged = judgeRace(floor, await runRace(race(side('A', 1), side('B', 1.5)), machine, PAIRS))
    expect(judged).toMatchObject({ verdict: 'pass', kept: 7, tried: 7 })
    expect(judged.ratio?.median).toBeCloseTo(1 / 1.5)
  })

  it('fails a product that was deliberately slowed down', async () => {
    const { machine, side } = pretend()
    const judged = judgeRace(floor, await runRace(race(side('A', 1), side('B', 3)), machine, PAIRS))
    expect(judged).toMatchObject({ verdict: 'fail', kept: 7 })
    expect(judged.ratio?.median).toBeCloseTo(1 / 3)
  })

  it('doubles the rounds while other processes load the machine, then returns no verdict', async () => {
    const { machine, side } = pretend()
    const judged = judgeRace(floor, await runRace(race(side('A', 1, underLoad), side('B', 1, underLoad)), machine, PAIRS))
    expect(judged).toMatchObject({ verdict: 'no verdict', ratio: undefined, kept: 0, tried: 14 })
    expect(judged.reason).toContain('per own CPU second')
  })

  it('fails despite load from other processes if the ratio per second of our own CPU time is also too low', async () => {
    const { machine, side } = pretend()
    const judged = judgeRace(floor, await runRace(race(side('A', 1, underLoad), side('B', 3, underLoad)), machine, PAIRS))
    expect(judged).toMatchObject({ verdict: 'fail', kept: 0 })
  })

  it('waits for quiet rounds and ignores other rounds', async () => {
    const { machine, side } = pretend()
    const noisyAtFirst = () => (machine.now() < 18_000 ? 0.6 : 0)
    const judged = judgeRace(floor, await runRace(race(side('A', 1), side('B', 1.5, noisyAtFirst)), machine, PAIRS))
    expect(judged).toMatchObject({ verdict: 'pass', kept: 5 })
    expect(judged.tried).toBeGreaterThan(7)
    expect(judged.ratio?.min).toBeCloseTo(1 / 1.5)
  })

  it('alternates the sides and reverses their order in every second round', async () => {
    const { machine, side, log } = pretend()
    await runRace(race(side('A', 250), side('B', 250), { real: side('C', 250) }), machine, PAIRS)
    expect(log.slice(-21).join('')).toBe('ABCCBAABCCBAABCCBAABC')
  })

  it('excludes preparation from the measured time', async () => {
    const { machine, side, pass } = pretend()
    const prepared: Side = { ...side('B', 1), prepare: async () => pass(10_000) }
    const judged = judgeRace(floor, await runRace(race(side('A', 1), prepared), machine, PAIRS))
    expect(judged.ratio?.median).toBeCloseTo(1)
  })

  it.each([0.01, 1, 40, 700])('fills about half a second with units of %d ms each', async (msPerUnit) => {
    const { machine, side } = pretend()
    const units = await calibrate(side('A', msPerUnit), machine)
    expect(units * msPerUnit).toBeGreaterThan(300)
    expect(units * msPerUnit).toBeLessThan(1000)
  })

  it('supports longer samples', async () => {
    const { machine, side } = pretend()
    expect(await calibrate(side('A', 1), machine, 2_000)).toBeGreaterThan(1_500)
  })
})

describe('race verdict', () => {
  it('keeps a round only if both of its samples are quiet', () => {
    const noisyCeiling: Round = { ceiling: sample(1, 0.13), product: sample(100) }
    const all = [...rounds(0.6, 0.6, 0.6, 0.6, 0.6), round(0.1, 0.13), noisyCeiling]
    expect(judgeRace(floor, all)).toMatchObject({ verdict: 'pass', kept: 5, tried: 7, ratio: { min: 0.6, max: 0.6 } })
  })

  it('requires five kept rounds', () => {
    const noisy = round(0.6, 0.2)
    expect(judgeRace(floor, [...rounds(0.6, 0.6, 0.6, 0.6, 0.6), noisy, noisy]).verdict).toBe('pass')
    expect(judgeRace(floor, [...rounds(0.6, 0.6, 0.6, 0.6), noisy, noisy, noisy]).verdict).toBe('no verdict')
  })

  it('passes at the floor and fails below the floor', () => {
    expect(judgeRace(floor, rounds(0.5, 0.5, 0.5, 0.5, 0.5)).verdict).toBe('pass')
    expect(judgeRace(floor, rounds(0.49, 0.49, 0.49, 0.9, 0.9)).verdict).toBe('fail')
  })

  it('gives the CPU fallback a tolerance of 15% but never passes a race on CPU time alone', () => {
    const noisy = (cpuRatio: number) => Array.from({ length: 7 }, () => round(0.01, 0.5, cpuRatio))
    expect(judgeRace(floor, noisy(0.9)).verdict).toBe('no verdict')
    expect(judgeRace(floor, noisy(0.43)).verdict).toBe('no verdict')
    expect(judgeRace(floor, noisy(0.42)).verdict).toBe('fail')
  })

  it('passes races without a floor on a quiet machine and returns no verdict on a busy machine', () => {
    expect(judgeRace(undefined, rounds(0.1, 0.1, 0.1, 0.1, 0.1)).verdict).toBe('pass')
    expect(judgeRace(undefined, [round(0.1, 0.5)]).verdict).toBe('no verdict')
  })
})

describe('limit', () => {
  const limit = { limits: { p99: 50 }, needed: 3 }
  const attempts = (share: number, ...values: number[]) => values.map((p99) => ({ figures: { p99 }, foreignShare: share }))

  it('passes at the limit', () => expect(judgeLimit(limit, attempts(0, 1, 50, 90)).verdict).toBe('pass'))
  it('fails above the limit', () => expect(judgeLimit(limit, attempts(0, 1, 51, 90)).verdict).toBe('fail'))
  it('fails on NaN', () => expect(judgeLimit(limit, attempts(0, Number.NaN, Number.NaN, Number.NaN)).verdict).toBe('fail'))
  it('returns no verdict while other processes load the machine, whatever the figures', () => {
    expect(judgeLimit(limit, attempts(0.2, 1, 1, 1)).verdict).toBe('no verdict')
    expect(judgeLimit(limit, attempts(0.2, 99, 99, 99)).verdict).toBe('no verdict')
  })
  it('ignores attempts made while other processes load the machine', () => {
    const judged = judgeLimit(limit, [...attempts(0.5, 900, 900), ...attempts(0, 10, 20, 30)])
    expect(judged).toMatchObject({ verdict: 'pass', kept: 3, tried: 5, figures: { p99: { median: 20, max: 30 } } })
  })

  it('counts every attempt for unaffectedByLoad figures, even while other processes load the machine', async () => {
    const unaffectedByLoad = { ...limit, unaffectedByLoad: true } as const
    expect(judgeLimit(unaffectedByLoad, attempts(0.9, 1, 50, 90))).toMatchObject({ verdict: 'pass', kept: 3 })
    expect(judgeLimit(unaffectedByLoad, attempts(0.9, 1, 51, 90)).verdict).toBe('fail')
    const { machine, pass } = pretend()
    const attempt = async () => {
      pass(100, 0.9)
      return { p99: 1 }
    }
    expect(await runLimit({ kind: 'limit', name: 'toy', unit: 'a toy', ...unaffectedByLoad, attempt }, machine)).toHaveLength(3)
  })

  it('repeats until enough attempts are quiet, up to twice the required number', async () => {
    const { machine, pass } = pretend()
    let attempts = 0
    const attempt = async () => {
      pass(100, attempts++ === 1 ? 0.5 : 0)
      return { p99: 1 }
    }
    expect(await runLimit({ kind: 'limit', name: 'toy', unit: 'a toy', ...limit, attempt }, machine)).toHaveLength(4)
    const noisy = async () => {
      pass(100, 0.5)
      return { p99: 1 }
    }
    expect(await runLimit({ kind: 'limit', name: 'toy', unit: 'a toy', ...limit, attempt: noisy }, machine)).toHaveLength(6)
  })
})

describe('regression', () => {
  it('requires a drop of more than 10% below the baseline', () => {
    expect(regression(0.5, undefined, 0.45)).toBe('none')
    expect(regression(0.5, undefined, 0.449)).toBe('first run')
  })
  it('confirms a regression after two slow runs in a row', () => {
    expect(regression(0.5, 0.44, 0.44)).toBe('second run')
    expect(regression(0.5, 0.5, 0.44)).toBe('first run')
    expect(regression(0.5, 0.44, 0.5)).toBe('none')
  })
  it('requires a baseline', () => expect(regression(undefined, 0.1, 0.1)).toBe('none'))
})

describe('exit code', () => {
  it('returns 0 when everything passed', () => expect(exitCode(['pass', 'pass'])).toBe(0))
  it('returns 75 when an entry has no verdict or nothing ran', () => {
    expect(exitCode(['pass', 'no verdict'])).toBe(75)
    expect(exitCode([])).toBe(75)
  })
  it('returns 1 when an entry failed, even if others have no verdict', () => expect(exitCode(['no verdict', 'fail', 'pass'])).toBe(1))
})
