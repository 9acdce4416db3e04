/** Compares a product with a ceiling on a machine that has other users: what is measured, which samples count, what verdict they allow. */
import { JIFFIES_PER_SECOND, type Load, type Machine, type ThisMachine } from './machine.ts'

/** One way of doing the work of a race. */
export interface Side {
  /** Runs before each sample and is not timed. */
  prepare?(): Promise<void>
  work(units: number): Promise<void>
}

/** The same work done in two or three ways; its verdict rests on the ratio product : ceiling of work per second. */
export interface Race {
  readonly kind: 'race'
  readonly name: string
  /** What a unit is and how many bytes it carries. */
  readonly unit: string
  readonly ceiling: Side
  readonly product: Side
  /** A reference that is only reported. */
  readonly real?: Side | undefined
  readonly floor?: Floor
  /** The ratio that we want; reported, while the floor is what fails. */
  readonly aim?: number
  /** About how long a sample takes; half a second when left out. Longer where filling and emptying a pipeline would count for too much. */
  readonly sampleMs?: number
}

/** The least product : ceiling by wall clock, and by own CPU seconds for the fallback. */
export interface Floor {
  readonly ratio: number
  readonly cpuRatio: number
}

/** A bound that means something to a user whatever the machine; each figure has its own. */
export interface Limit {
  readonly kind: 'limit'
  readonly name: string
  readonly unit: string
  readonly limits: Readonly<Record<string, number>>
  /** What the figures count; `ms` when left out. */
  readonly measure?: string
  /** Neighbours do not change these figures (bytes, for example), so every attempt counts. */
  readonly steady?: true
  /** How many quiet attempts the verdict needs. */
  readonly needed: number
  /** @returns a figure for each limit. */
  attempt(): Promise<Readonly<Record<string, number>>>
}

export type Entry = Race | Limit

/** Entries that share what they run on. Nothing starts before the first entry or `facts` asks for it. */
export interface Suite {
  readonly entries: readonly Entry[]
  /** Versions, durability, what the ceiling is: what a reader must know beside the figures. */
  facts(machine: ThisMachine): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Sample {
  /** Units per second by the wall clock. */
  readonly rate: number
  /** Units per second of CPU time that our process tree used. */
  readonly cpuRate: number
  readonly foreignShare: number
}

/** One sample of each side, taken one after another. */
export interface Round {
  readonly ceiling: Sample
  readonly product: Sample
  readonly real?: Sample | undefined
}

export interface Attempt {
  readonly figures: Readonly<Record<string, number>>
  readonly foreignShare: number
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export type Verdict = 'pass' | 'fail' | 'no verdict'

export interface Judgement {
  readonly verdict: Verdict
  readonly reason: string
  readonly kept: number
  readonly tried: number
}

export interface RaceJudgement extends Judgement {
  /** Of the kept rounds; undefined when too few were kept. */
  readonly ratio: Spread | undefined
  /** Of the kept rounds, or of all when too few were kept. */
  readonly cpuRatio: Spread
}

export interface LimitJudgement extends Judgement {
  /** Of the kept attempts, or of all when too few were kept. */
  readonly figures: Readonly<Record<string, Spread>>
}

// The numbers of the house's measuring rules (README.md).
export const PAIRS = 7
const ROUNDS_NEEDED = 5
const FOREIGN_SHARE_LIMIT = 0.13
const CPU_TOLERANCE = 0.15
const REGRESSION = 0.1
const SAMPLE_MS = 500
const WARM_UP_CPU_SECONDS = 3

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}

/** @param share 0.99 for p99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}

/** @returns the part of the machine's time that went to processes that are not ours. */
export function foreignShare(before: Load, after: Load): number {
  const own = after.own - before.own
  // Our own jiffies are counted exactly and the machine's by sampling, so the difference may come out below nothing.
  return Math.max(0, after.busy - before.busy - own) / Math.max(1, after.all - before.all)
}

const quiet = (sample: { readonly foreignShare: number } | undefined) => sample === undefined || sample.foreignShare < FOREIGN_SHARE_LIMIT
const quietRound = (round: Round) => quiet(round.ceiling) && quiet(round.product) && quiet(round.real)

export async function takeSample(side: Side, units: number, machine: Machine): Promise<Sample> {
  await side.prepare?.()
  const before = machine.load()
  const start = machine.now()
  await side.work(units)
  const seconds = (machine.now() - start) / 1000
  const after = machine.load()
  const cpuSeconds = Math.max(1, after.own - before.own) / JIFFIES_PER_SECOND
  return { rate: units / seconds, cpuRate: units / cpuSeconds, foreignShare: foreignShare(before, after) }
}

/** Finds how many units fill a sample, and warms the side up: V8 goes on compiling for some seconds of the same work. */
export async function calibrate(side: Side, machine: Machine, sampleMs = SAMPLE_MS): Promise<number> {
  for (let units = 1, cpuSeconds = 0; ; ) {
    const { rate, cpuRate } = await takeSample(side, units, machine)
    const fitting = Math.max(1, Math.round((rate * sampleMs) / 1000))
    cpuSeconds += units / cpuRate
    if (cpuSeconds >= WARM_UP_CPU_SECONDS && fitting < units * 2) return fitting
    units = Math.min(fitting, units * 10)
  }
}

/** Runs the sides in turn, swapping their order every second round. A busy machine gets as many rounds again to be quiet in. */
export async function runRace(race: Race, machine: Machine, pairs: number): Promise<Round[]> {
  const sides = (['ceiling', 'product', 'real'] as const).flatMap((name) => (race[name] ? [{ name, side: race[name] }] : []))
  const units = new Map<string, number>()
  for (const { name, side } of sides) units.set(name, await calibrate(side, machine, race.sampleMs))

  const rounds: Round[] = []
  while (rounds.length < pairs || (rounds.length < 2 * pairs && rounds.filter(quietRound).length < ROUNDS_NEEDED)) {
    const samples: Partial<Record<string, Sample>> = {}
    for (const { name, side } of rounds.length % 2 ? sides.toReversed() : sides) {
      samples[name] = await takeSample(side, units.get(name)!, machine)
    }
    rounds.push({ ceiling: samples.ceiling!, product: samples.product!, real: samples.real })
  }
  return rounds
}

const counted = (limit: Pick<Limit, 'steady'>, attempts: readonly Attempt[]) => (limit.steady ? attempts : attempts.filter(quiet))

export async function runLimit(limit: Limit, machine: Machine): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  while (attempts.length < 2 * limit.needed && counted(limit, attempts).length < limit.needed) {
    const before = machine.load()
    const figures = await limit.attempt()
    attempts.push({ figures, foreignShare: foreignShare(before, machine.load()) })
  }
  return attempts
}

/** @returns the spread of product : other over the rounds that have that other side. */
export function ratios(rounds: readonly Round[], other: 'ceiling' | 'real', measure: 'rate' | 'cpuRate'): Spread {
  return spread(rounds.flatMap((round) => (round[other] ? [round.product[measure] / round[other][measure]] : [])))
}

/** Too few quiet rounds never give a pass; but what falls short per own CPU second, which neighbours hardly touch, fails even then. */
export function judgeRace(floor: Floor | undefined, rounds: readonly Round[]): RaceJudgement {
  const kept = rounds.filter(quietRound)
  const counts = { kept: kept.length, tried: rounds.length }
  if (kept.length >= ROUNDS_NEEDED) {
    const ratio = ratios(kept, 'ceiling', 'rate')
    const found = { ...counts, ratio, cpuRatio: ratios(kept, 'ceiling', 'cpuRate') }
    if (floor === undefined) return { ...found, verdict: 'pass', reason: 'no floor, compared with the baseline only' }
    if (ratio.median < floor.ratio) return { ...found, verdict: 'fail', reason: 'the ratio is below its floor' }
    return { ...found, verdict: 'pass', reason: 'the ratio keeps its floor' }
  }
  const cpuRatio = ratios(rounds, 'ceiling', 'cpuRate')
  const found = { ...counts, ratio: undefined, cpuRatio }
  const busy = `too few quiet rounds (${ROUNDS_NEEDED} needed), so work per own CPU second was looked at instead`
  if (floor === undefined) return { ...found, verdict: 'no verdict', reason: `${busy}; it has no floor` }
  const least = floor.cpuRatio * (1 - CPU_TOLERANCE)
  if (cpuRatio.median < least) {
    return { ...found, verdict: 'fail', reason: `${busy}: below its floor ${floor.cpuRatio} by more than ${CPU_TOLERANCE * 100} %` }
  }
  return { ...found, verdict: 'no verdict', reason: `${busy}: not below its floor ${floor.cpuRatio} (tolerance ${CPU_TOLERANCE * 100} %)` }
}

export function judgeLimit(limit: Pick<Limit, 'limits' | 'needed' | 'steady'>, attempts: readonly Attempt[]): LimitJudgement {
  const kept = counted(limit, attempts)
  const enough = kept.length >= limit.needed
  const figures: Record<string, Spread> = {}
  for (const name of Object.keys(limit.limits)) figures[name] = spread((enough ? kept : attempts).map((attempt) => attempt.figures[name]!))
  const found = { kept: kept.length, tried: attempts.length, figures }
  if (!enough) return { ...found, verdict: 'no verdict', reason: `too few quiet attempts (${limit.needed} needed)` }
  // Written so that a figure which is not a number breaks its limit.
  const broken = Object.entries(limit.limits).filter(([name, most]) => !(figures[name]!.median <= most))
  if (broken.length) return { ...found, verdict: 'fail', reason: `over the limit: ${broken.map(([name]) => name).join(', ')}` }
  return { ...found, verdict: 'pass', reason: 'within its limits' }
}

/** One bad run may be the host's mood; two in a row are ours. */
export function regression(baseline: number | undefined, lastRun: number | undefined, now: number): 'none' | 'first run' | 'second run' {
  const fell = (ratio: number | undefined) => baseline !== undefined && ratio !== undefined && ratio < baseline * (1 - REGRESSION)
  if (!fell(now)) return 'none'
  return fell(lastRun) ? 'second run' : 'first run'
}

/** 75 is EX_TEMPFAIL of sysexits: nothing was found wrong, ask again when the machine is quiet. */
export function exitCode(verdicts: readonly Verdict[]): 0 | 1 | 75 {
  if (verdicts.includes('fail')) return 1
  return verdicts.length === 0 || verdicts.includes('no verdict') ? 75 : 0
}
