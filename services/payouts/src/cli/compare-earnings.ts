import { type Context, definePipe, joinInOrder } from '@reelfair/service-kit'
import { z } from 'zod'
import { differencesOfSignUp, nobodyReckoned, type Reckoned } from '../domain/compare-earnings.ts'
import { signUpKeys, signUpOfKey } from '../domain/earnings.ts'
import { entriesBeginning } from '../store/ledger.ts'

/** What `reckon` of campaigns prints. */
const Line = z.union([
  z.object({ reckoned: z.int(), faulty: z.int() }),
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
type SignUpLine = Reckoned & { readonly faults: readonly string[] }

/** So many are looked at once more, and named at the end. */
const MOST_NAMED = 1_000

/**
 * Whether the ledger has, for each sign-up, the cents and the credits that `reckon` of campaigns comes to; what only one side knows differs too. A line for each
 * difference. While work goes on an event may be under way, so what seems to differ is looked at again at the end. Reads only.
 * @throws EarningsDiffer after the last line
 */
export const compareEarnings = definePipe({
  name: 'compare-earnings',
  does: 'Reads what campaigns’ reckon prints and compares each sign-up’s cents and credits with the ledger; part of recompute.',
  args: {},
  lines: async function* (_, ctx: Context, input) {
    const found = { signUps: 0, views: 0, cents: 0, differ: 0 }
    const again: SignUpLine[] = []
    const names: string[] = []
    const tell = (name: string, faults: readonly string[]) => {
      found.differ += 1
      if (names.length < MOST_NAMED) names.push(name)
      return faults.map((fault) => `${name}: ${fault}`)
    }
    const ofCampaigns: string[] = []
    const entries = joinInOrder(
      entriesBeginning(ctx, signUpKeys.earned),
      ({ key }) => signUpOfKey(key),
      entriesBeginning(ctx, signUpKeys.consumed),
      ({ key }) => signUpOfKey(key),
    )
    const lines = readReckoned(input, (campaignId, faults) => {
      const told = tell(`campaign ${campaignId}`, faults)
      for (const line of told) if (ofCampaigns.length < MOST_NAMED) ofCampaigns.push(line)
    })
    const all = joinInOrder(
      lines,
      ({ signUpId }) => signUpId,
      entries,
      ({ key }) => key,
    )
    for await (const { key, left, right } of all) {
      const line: SignUpLine = left[0] ?? { ...nobodyReckoned(key), faults: ['campaigns has no such sign-up'] }
      found.signUps += 1
      found.views += line.charged
      found.cents += line.cents
      const differences = differencesOfSignUp(line, right[0]?.left ?? [], right[0]?.right ?? [])
      if (line.faults.length > 0) yield* tell(`sign-up ${key}`, [...line.faults, ...differences])
      else if (differences.length > 0 && again.length < MOST_NAMED) again.push(line)
      else if (differences.length > 0) yield* tell(`sign-up ${key}`, differences)
    }
    for (const line of again) {
      const differences = differencesOfSignUp(
        line,
        await entriesOf(ctx, signUpKeys.earned, line.signUpId),
        await entriesOf(ctx, signUpKeys.consumed, line.signUpId),
      )
      if (differences.length > 0) yield* tell(`sign-up ${line.signUpId}`, differences)
    }
    yield* ofCampaigns
    const sums = `${found.signUps} sign-ups, ${found.views} views, ${found.cents} cents`
    if (found.differ > 0) throw new EarningsDiffer(found.differ, names, sums)
    yield `The earnings are what was observed: ${sums}, reckoned anew and in the ledger.`
  },
})

/** Named by their sign-ups and campaigns. */
export class EarningsDiffer extends Error {
  override readonly name = 'EarningsDiffer'

  constructor(count: number, names: readonly string[], sums: string) {
    const shown = names.slice(0, 20)
    super(`Earnings differ in ${count} places of ${sums}: ${shown.join(', ')}${count > shown.length ? ' …' : ''}`)
  }
}

/** @throws Error when the lines end before their last one: whoever wrote them was cut off */
async function* readReckoned(
  input: AsyncIterable<string>,
  onCampaign: (campaignId: string, faults: readonly string[]) => void,
): AsyncGenerator<SignUpLine> {
  let isWhole = false
  for await (const line of input) {
    if (line.trim() === '') continue
    const read = Line.safeParse(JSON.parse(line))
    if (!read.success) throw new Error(`reckon does not print lines like ${line.slice(0, 200)}`)
    if ('reckoned' in read.data) isWhole = true
    else if ('signUpId' in read.data) yield read.data
    else onCampaign(read.data.campaignId, read.data.faults)
  }
  if (!isWhole) throw new Error('The lines of reckon end too early: compare-earnings reads all that campaigns’ reckon prints.')
}

async function entriesOf(ctx: Context, word: string, signUpId: string) {
  const own = []
  for await (const entry of entriesBeginning(ctx, `${word}${signUpId}:`)) own.push(entry)
  return own
}
