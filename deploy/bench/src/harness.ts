import { JIFFIES_PER_SECOND, type Load, type Machine, type ThisMachine } from './machine.ts'

export interface Side {
  /** Runs before each sample and is not measured. */
  prepare?(): Promise<void>
  work(units: number): Promise<void>
}

/** The same work in two or three implementations. The verdict uses the product : ceiling ratio of work per second. */
export interface Race {
  readonly kind: 'race'
  readonly name: string
  readonly unit: string
  readonly ceiling: Side
  readonly product: Side
  /** A reference implementation, whose figures are reported but do not affect the verdict. */
  readonly real?: Side | undefined
  readonly floor?: Floor
  /** The target ratio. It is only reported; a race fails below its floor. */
  readonly aim?: number
  /** Approximate; 500 ms by default. Use longer samples if filling and draining a pipeline distorts the ratio. */
  readonly sampleMs?: number
}

/** Minimum product : ceiling ratio, by wall clock and (for the fallback) by our own CPU time. */
export interface Floor {
  readonly ratio: number
  readonly cpuRatio: number
}

/** Upper bounds that matter to users on any machine, one per figure. */
export interface Limit {
  readonly kind: 'limit'
  readonly name: string
  readonly unit: string
  readonly limits: Readonly<Record<string, number>>
  readonly measure?: string
  /** Other programs do not affect these figures (bytes, for example), so every attempt counts. */
  readonly unaffectedByLoad?: true
  readonly needed: number
  /** @returns one figure per limit */
  attempt(): Promise<Readonly<Record<string, number>>>
}

export type Entry = Race | Limit

/** Entries that share servers and data. Resources start when the first entry or `facts` needs them. */
export interface Suite {
  readonly entries: readonly Entry[]
  /** Context for the figures: versions, durability settings and a description of the ceiling. */
  facts(machine: ThisMachine): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Sample {
  readonly rate: number
  /** Units per second of CPU time used by our process tree. */
  readonly cpuRate: number
  readonly foreignShare: number
}

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

interface Judgement {
  readonly verdict: Verdict
  readonly reason: string
  readonly kept: number
  readonly tried: number
}

export interface RaceJudgement extends Judgement {
  /** Spread over the kept rounds; undefined if too few were kept. */
  readonly ratio: Spread | undefined
  /** Spread over the kept rounds, or over all rounds if too few were kept. */
  readonly cpuRatio: Spread
}

export interface LimitJudgement extends Judgement {
  /** Spread over the kept attempts, or over all attempts if too few were kept. */
  readonly figures: Readonly<Record<string, Spread>>
}

// README.md explains these measurement rules.
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

/** @param share The percentile as a fraction: 0.99 for p99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}

export function foreignShare(before: Load, after: Load): number {
  const own = after.own - before.own
  // Our own jiffies are counted exactly but the machine's are sampled, so the difference can be negative.
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

/** Finds how many units fill a sample. This also warms up the side: V8 keeps compiling for the first few seconds. */
export async function calibrate(side: Side, machine: Machine, sampleMs = SAMPLE_MS): Promise<number> {
  for (let units = 1, cpuSeconds = 0; ; ) {
    const { rate, cpuRate } = await takeSample(side, units, machine)
    const fitting = Math.max(1, Math.round((rate * sampleMs) / 1000))
    cpuSeconds += units / cpuRate
    if (cpuSeconds >= WARM_UP_CPU_SECONDS && fitting < units * 2) return fitting
    units = Math.min(fitting, units * 10)
  }
}

/** Reverses the order of the sides in every second round. Runs up to twice as many rounds on a busy machine. */
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

const counted = (limit: Pick<Limit, 'unaffectedByLoad'>, attempts: readonly Attempt[]) =>
  limit.unaffectedByLoad ? attempts : attempts.filter(quiet)

export async function runLimit(limit: Limit, machine: Machine): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  while (attempts.length < 2 * limit.needed && counted(limit, attempts).length < limit.needed) {
    const before = machine.load()
    const figures = await limit.attempt()
    attempts.push({ figures, foreignShare: foreignShare(before, machine.load()) })
  }
  return attempts
}

export function ratios(rounds: readonly Round[], other: 'ceiling' | 'real', measure: 'rate' | 'cpuRate'): Spread {
  return spread(rounds.flatMap((round) => (round[other] ? [round.product[measure] / round[other][measure]] : [])))
}

/**
 * With too few quiet rounds, a race cannot pass. It can still fail on work per second of our own CPU time, which
 * load from other programs hardly affects.
 */
export function judgeRace(floor: Floor | undefined, rounds: readonly Round[]): RaceJudgement {
  const kept = rounds.filter(quietRound)
  const counts = { kept: kept.length, tried: rounds.length }
  if (kept.length >= ROUNDS_NEEDED) {
    const ratio = ratios(kept, 'ceiling', 'rate')
    const found = { ...counts, ratio, cpuRatio: ratios(kept, 'ceiling', 'cpuRate') }
    if (floor === undefined) return { ...found, verdict: 'pass', reason: 'no floor; compared only with the committed baseline' }
    if (ratio.median < floor.ratio) return { ...found, verdict: 'fail', reason: 'the ratio is below its floor' }
    return { ...found, verdict: 'pass', reason: 'the ratio is not below its floor' }
  }
  const cpuRatio = ratios(rounds, 'ceiling', 'cpuRate')
  const found = { ...counts, ratio: undefined, cpuRatio }
  const busy = `too few quiet rounds (${ROUNDS_NEEDED} needed); by work per own CPU second`
  if (floor === undefined) return { ...found, verdict: 'no verdict', reason: `${busy}, no floor is set` }
  const least = floor.cpuRatio * (1 - CPU_TOLERANCE)
  if (cpuRatio.median < least) {
    return { ...found, verdict: 'fail', reason: `${busy}, more than ${CPU_TOLERANCE * 100} % below its floor ${floor.cpuRatio}` }
  }
  return { ...found, verdict: 'no verdict', reason: `${busy}, not more than ${CPU_TOLERANCE * 100} % below its floor ${floor.cpuRatio}` }
}

export function judgeLimit(limit: Pick<Limit, 'limits' | 'needed' | 'unaffectedByLoad'>, attempts: readonly Attempt[]): LimitJudgement {
  const kept = counted(limit, attempts)
  const enough = kept.length >= limit.needed
  const figures: Record<string, Spread> = {}
  for (const name of Object.keys(limit.limits)) figures[name] = spread((enough ? kept : attempts).map((attempt) => attempt.figures[name]!))
  const found = { kept: kept.length, tried: attempts.length, figures }
  if (!enough) return { ...found, verdict: 'no verdict', reason: `too few quiet attempts (${limit.needed} needed)` }
  // The comparison is negated so that NaN exceeds the limit.
  const broken = Object.entries(limit.limits).filter(([name, most]) => !(figures[name]!.median <= most))
  if (broken.length) return { ...found, verdict: 'fail', reason: `limit exceeded: ${broken.map(([name]) => name).join(', ')}` }
  return { ...found, verdict: 'pass', reason: 'within the limits' }
}

/** The host may cause one slow run; two in a row count as our regression. */
export function regression(baseline: number | undefined, lastRun: number | undefined, now: number): 'none' | 'first run' | 'second run' {
  const fell = (ratio: number | undefined) => baseline !== undefined && ratio !== undefined && ratio < baseline * (1 - REGRESSION)
  if (!fell(now)) return 'none'
  return fell(lastRun) ? 'second run' : 'first run'
}

/** 75 is EX_TEMPFAIL from sysexits.h: nothing failed, but the run needs repeating on a quiet machine. */
export function exitCode(verdicts: readonly Verdict[]): 0 | 1 | 75 {
  if (verdicts.includes('fail')) return 1
  return verdicts.length === 0 || verdicts.includes('no verdict') ? 75 : 0
}
