import { type Context, definePipe, joinInOrder } from '@reelfair/service-kit'
import { z } from 'zod'
import { type ComputedEarnings, compareSignUp, unknownSignUp } from '../domain/compare-earnings.ts'
import { signUpKeys, signUpOfKey } from '../domain/earnings.ts'
import { entriesWithPrefix } from '../store/ledger.ts'

const Line = z.union([
  z.object({ recomputed: z.int(), faulty: z.int() }),
  z.object({
    signUpId: z.string(),
    campaignId: z.string().optional(),
    creatorId: z.string().optional(),
    charged: z.int(),
    cents: z.int(),
    faults: z.array(z.string()),
  }),
  z.object({ campaignId: z.string(), faults: z.array(z.string()).min(1) }),
])
type SignUpLine = ComputedEarnings & { readonly faults: readonly string[] }

/** Limits memory use: sign-ups to check again, and lines to report. */
const MAX_NAMED = 1_000

/**
 * Compares each sign-up's cents and credits with the output of the campaigns command `compute-earnings`, and prints one
 * line per difference. A sign-up known to only one side also counts as a difference. Events may arrive in the meantime,
 * so sign-ups that appear to differ are checked again at the end. Read-only.
 * @throws EarningsDiffer after printing the last line
 */
export const compareEarnings = definePipe({
  name: 'compare-earnings',
  description:
    'Reads the output of compute-earnings (campaigns) and compares each sign-up’s cents and credits with the ledger. Part of recompute.',
  args: {},
  lines: async function* (_, ctx: Context, input) {
    const found = { signUps: 0, views: 0, cents: 0, differ: 0 }
    const again: SignUpLine[] = []
    const names: string[] = []
    const report = (name: string, faults: readonly string[]) => {
      found.differ += 1
      if (names.length < MAX_NAMED) names.push(name)
      return faults.map((fault) => `${name}: ${fault}`)
    }
    const ofCampaigns: string[] = []
    const entries = joinInOrder(
      entriesWithPrefix(ctx, signUpKeys.earned),
      ({ key }) => signUpOfKey(key),
      entriesWithPrefix(ctx, signUpKeys.consumed),
      ({ key }) => signUpOfKey(key),
    )
    const lines = readComputed(input, (campaignId, faults) => {
      const reported = report(`campaign ${campaignId}`, faults)
      for (const line of reported) if (ofCampaigns.length < MAX_NAMED) ofCampaigns.push(line)
    })
    const all = joinInOrder(
      lines,
      ({ signUpId }) => signUpId,
      entries,
      ({ key }) => key,
    )
    for await (const { key, left, right } of all) {
      const line: SignUpLine = left[0] ?? { ...unknownSignUp(key), faults: ['campaigns has no such sign-up'] }
      found.signUps += 1
      found.views += line.charged
      found.cents += line.cents
      const differences = compareSignUp(line, right[0]?.left ?? [], right[0]?.right ?? [])
      if (line.faults.length > 0) yield* report(`sign-up ${key}`, [...line.faults, ...differences])
      else if (differences.length > 0 && again.length < MAX_NAMED) again.push(line)
      else if (differences.length > 0) yield* report(`sign-up ${key}`, differences)
    }
    for (const line of again) {
      const differences = compareSignUp(
        line,
        await entriesOf(ctx, signUpKeys.earned, line.signUpId),
        await entriesOf(ctx, signUpKeys.consumed, line.signUpId),
      )
      if (differences.length > 0) yield* report(`sign-up ${line.signUpId}`, differences)
    }
    yield* ofCampaigns
    const sums = `${found.signUps} sign-ups, ${found.views} views, ${found.cents} cents`
    if (found.differ > 0) throw new EarningsDiffer(found.differ, names, sums)
    yield `All earnings match: ${sums}, recomputed and in the ledger.`
  },
})

class EarningsDiffer extends Error {
  override readonly name = 'EarningsDiffer'

  constructor(count: number, names: readonly string[], sums: string) {
    const shown = names.slice(0, 20)
    super(`Earnings differ in ${count} places (${sums}): ${shown.join(', ')}${count > shown.length ? ' …' : ''}`)
  }
}

/** @throws Error if the input lacks its final line because `compute-earnings` was interrupted */
async function* readComputed(
  input: AsyncIterable<string>,
  onCampaign: (campaignId: string, faults: readonly string[]) => void,
): AsyncGenerator<SignUpLine> {
  let isComplete = false
  for await (const line of input) {
    if (line.trim() === '') continue
    const read = Line.safeParse(JSON.parse(line))
    if (!read.success) throw new Error(`unexpected line from compute-earnings: ${line.slice(0, 200)}`)
    if ('recomputed' in read.data) isComplete = true
    else if ('signUpId' in read.data) yield read.data
    else onCampaign(read.data.campaignId, read.data.faults)
  }
  if (!isComplete) throw new Error('The input ends too early: compare-earnings needs the complete output of compute-earnings (campaigns).')
}

async function entriesOf(ctx: Context, prefix: string, signUpId: string) {
  const own = []
  for await (const entry of entriesWithPrefix(ctx, `${prefix}${signUpId}:`)) own.push(entry)
  return own
}
