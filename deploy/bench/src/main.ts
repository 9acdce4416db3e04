/**
 * `npm run bench`: runs the entries and prints measurements and verdicts. Exits with 0 (pass), 1 (fail) or 75 (no
 * verdict).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Entry,
  exitCode,
  judgeLimit,
  judgeRace,
  type Limit,
  PAIRS,
  type Race,
  ratios,
  regression,
  runLimit,
  runRace,
  type Spread,
  type Suite,
  spread,
  type Verdict,
} from './harness.ts'
import { type Machine, type ThisMachine, thisMachine } from './machine.ts'
import { suites } from './suites.ts'

/** Medians by entry. Baseline medians are committed; the last run's medians stay on this machine. */
type Medians = Record<string, { ratio: number; cpuRatio: number }>
const BASELINE = join(import.meta.dirname, '../baseline.json')
const LAST_RUN = join(import.meta.dirname, '../../../node_modules/.cache/reelfair-bench/last-run.json')
const readMedians = (file: string): Medians => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
function writeMedians(file: string, medians: Medians) {
  mkdirSync(dirname(file), { recursive: true })
  const sorted = Object.fromEntries(Object.entries(medians).sort(([a], [b]) => a.localeCompare(b)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

const number = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))))
const range = ({ median, min, max }: Spread) => `${number(median)} (${number(min)}–${number(max)})`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    pairs: { type: 'string', default: String(PAIRS) },
    'update-baseline': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

/** `--only insertOne` selects both `insertOne/1` and `insertOne/8`. */
const chosen = (entry: Entry) => flags.only.length === 0 || flags.only.some((name) => `${entry.name}/`.startsWith(`${name}/`))

async function main(suites: readonly Suite[]): Promise<number> {
  const entries = suites.flatMap((suite) => suite.entries.filter(chosen))
  const pairs = Number(flags.pairs)
  if (flags.list) {
    for (const { name, unit } of entries) console.log(`${name.padEnd(28)} ${unit}`)
    return 0
  }
  if (entries.length === 0) return reportMisuse(`no entry is named ${flags.only.join(' or ')}; --list shows all entries`)
  if (!(Number.isInteger(pairs) && pairs >= PAIRS)) return reportMisuse(`--pairs must be an integer of at least ${PAIRS}`)
  const machine = thisMachine()
  if (!machine) {
    console.log('No verdict is possible: only Linux, through /proc, lets us separate our load from that of other programs.')
    return exitCode(['no verdict'])
  }

  let verdicts: readonly Verdict[] = []
  const medians = { baseline: readMedians(BASELINE), lastRun: readMedians(LAST_RUN) }
  for (const suite of suites) {
    const mine = suite.entries.filter(chosen)
    if (mine.length > 0) verdicts = verdicts.concat(await runSuite(suite, mine, machine, pairs, medians))
  }
  if (flags['update-baseline']) writeMedians(BASELINE, medians.baseline)
  writeMedians(LAST_RUN, medians.lastRun)

  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  console.log(`\n${count('pass')} passed, ${count('fail')} failed, ${count('no verdict')} without a verdict`)
  return exitCode(verdicts)
}

async function runSuite(
  suite: Suite,
  entries: readonly Entry[],
  machine: ThisMachine,
  pairs: number,
  medians: { baseline: Medians; lastRun: Medians },
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  // An entry that throws has failed, but the other entries can still run.
  const failed = (what: string, error: unknown) => {
    console.log(`\n${what}: FAIL,`, error)
    verdicts.push('fail')
  }
  try {
    console.log(`\n${(await suite.facts(machine)).join('\n')}`)
    for (const entry of entries) {
      try {
        verdicts.push(entry.kind === 'race' ? await race(entry, machine, pairs, medians) : await limit(entry, machine))
      } catch (error) {
        failed(entry.name, error)
      }
    }
  } catch (error) {
    failed(entries.map(({ name }) => name).join(', '), error)
  }
  await suite.close().catch((error: unknown) => failed(`closing ${entries.map(({ name }) => name).join(', ')}`, error))
  return verdicts
}

function reportMisuse(sentence: string): number {
  console.error(`npm run bench: ${sentence}.`)
  return exitCode(['fail'])
}

async function race(entry: Race, machine: Machine, pairs: number, medians: { baseline: Medians; lastRun: Medians }): Promise<Verdict> {
  const rounds = await runRace(entry, machine, pairs)
  const judged = judgeRace(entry.floor, rounds)
  let { verdict, reason } = judged
  const base = medians.baseline[entry.name]
  if (judged.ratio) {
    const fell = regression(base?.ratio, medians.lastRun[entry.name]?.ratio, judged.ratio.median)
    if (fell !== 'none') reason += `; REGRESSION (${fell}): more than 10 % below the committed baseline`
    if (fell === 'second run') verdict = 'fail'
    const found = { ratio: Number(judged.ratio.median.toPrecision(3)), cpuRatio: Number(judged.cpuRatio.median.toPrecision(3)) }
    medians.lastRun[entry.name] = found
    if (flags['update-baseline']) medians.baseline[entry.name] = found
  }

  const ratio = judged.ratio ? range(judged.ratio) : '—'
  console.log(`\n${entry.name}: ${verdict.toUpperCase()}, ${reason}`)
  console.log(`  kept ${judged.kept} of ${judged.tried} · product : ceiling ${ratio} · per own CPU second ${range(judged.cpuRatio)}`)
  console.log(
    `  floor ${entry.floor?.ratio ?? 'none'}, by CPU ${entry.floor?.cpuRatio ?? 'none'} · aim ${entry.aim ?? 'none'} · committed baseline ${base?.ratio ?? 'none'}, by CPU ${base?.cpuRatio ?? 'none'}`,
  )
  if (entry.real) {
    console.log(
      `  product : real MongoDB ${range(ratios(rounds, 'real', 'rate'))} over all rounds · per own CPU second ${range(ratios(rounds, 'real', 'cpuRate'))}`,
    )
  }
  const absolute = (name: 'ceiling' | 'product' | 'real') => {
    const samples = rounds.flatMap((round) => round[name] ?? [])
    const median = (measure: 'rate' | 'cpuRate') => spread(samples.map((sample) => sample[measure])).median
    return samples.length ? `, ${name} ${number(median('rate'))}/s and ${number(1000 / median('cpuRate'))} CPU ms each` : ''
  }
  const foreign = spread(rounds.flatMap((round) => [round.ceiling.foreignShare, round.product.foreignShare]))
  console.log(
    `  (information: ${entry.unit}${absolute('ceiling')}${absolute('product')}${absolute('real')}; foreign share ${range(foreign)})`,
  )
  return verdict
}

async function limit(entry: Limit, machine: Machine): Promise<Verdict> {
  const attempts = await runLimit(entry, machine)
  const { verdict, reason, kept, tried, figures } = judgeLimit(entry, attempts)
  console.log(`\n${entry.name}: ${verdict.toUpperCase()}, ${reason}`)
  for (const [name, most] of Object.entries(entry.limits))
    console.log(`  ${name}: ${range(figures[name]!)} ${entry.measure ?? 'ms'}, limit ${most}`)
  const foreign = spread(attempts.map((attempt) => attempt.foreignShare))
  console.log(`  kept ${kept} of ${tried} (information: ${entry.unit}; foreign share ${range(foreign)})`)
  return verdict
}

process.exitCode = await main(suites)
