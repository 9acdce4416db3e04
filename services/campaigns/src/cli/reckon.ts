import { ReviewDefaults } from '@reelfair/contracts'
import { type Context, definePipe, joinInOrder, type Scope } from '@reelfair/service-kit'
import { z } from 'zod'
import { addToSums, asCounted, reckonSignUp, reckonSums, startSums } from '../domain/reckon.ts'
import { type Campaign, campaigns, everySettled } from '../store/campaigns.ts'
import { creditsOf, everyCredit } from '../store/credits.ts'
import { everySignUp, pageOfCampaign, type SignUp } from '../store/sign-ups.ts'

const Views = z.int().min(0)
/** What `recount` of metrics prints. */
const Recounted = z.union([
  z.object({ recounted: z.int(), differ: z.int() }),
  z.object({ assignmentId: z.string(), differs: z.literal(true), revision: z.int() }),
  z.object({
    assignmentId: z.string(),
    revision: z.int(),
    totals: z.object({ qualified: Views, inReview: Views, defaults: z.array(ReviewDefaults), removed: Views.optional() }),
  }),
])
type Revision = Exclude<z.infer<typeof Recounted>, { recounted: number }>

/**
 * Metrics are kept for 24 months after the sign-up's end, and `recount` leaves them out a day before; with a day for the clocks. What is older is reckoned from
 * the receipt's own counts where there are no others. @source decisions §7
 */
const COUNTS_KEPT_MS = 728 * 86_400_000
const PAGE = 100
const CAMPAIGNS_KNOWN = 1_000

/**
 * All earnings once more, from what `recount` of metrics has counted anew, the receipts' lines and the rate card of the day: a line of JSON per sign-up, in the
 * order of their ids, then one per campaign whose sums do not fit, and a last line that says that all are there. Reads only.
 */
export const reckon = definePipe({
  name: 'reckon',
  does: 'Reads what metrics’ recount prints, reckons all earnings anew and compares them with the receipts; part of recompute.',
  args: {},
  lines: async function* (_, ctx: Context, input) {
    const seen = { signUps: 0, faulty: 0 }
    const campaignOf = rememberCampaigns(ctx)
    const own = joinInOrder(
      everySignUp(ctx),
      ({ id }) => id,
      everyCredit(ctx),
      ({ signUpId }) => signUpId,
    )
    const all = joinInOrder(
      own,
      ({ key }) => key,
      readRecounted(input),
      ({ assignmentId }) => assignmentId,
    )
    for await (const { key, left, right } of all) {
      const signUp = left[0]?.left[0]
      const campaign = signUp && (await campaignOf(signUp.campaignId))
      const line =
        signUp && campaign
          ? reckoned(signUp, campaign, left[0]?.right ?? [], right, ctx.now())
          : { charged: 0, cents: 0, faults: ['it is counted or credited, but campaigns has no such sign-up'] }
      seen.signUps += 1
      if (line.faults.length > 0) seen.faulty += 1
      yield JSON.stringify({ signUpId: key, campaignId: signUp?.campaignId, creatorId: signUp?.creatorId, ...line })
    }
    for await (const campaign of everySettled(ctx)) {
      const faults = await faultsOfSums(campaign, ctx)
      if (faults.length === 0) continue
      seen.faulty += 1
      yield JSON.stringify({ campaignId: campaign.id, faults })
    }
    yield JSON.stringify({ reckoned: seen.signUps, faulty: seen.faulty })
  },
})

function reckoned(
  signUp: SignUp,
  campaign: Campaign,
  lines: Parameters<typeof reckonSignUp>[2],
  revisions: readonly Revision[],
  now: Date,
) {
  const counts = new Map(revisions.flatMap((one) => ('totals' in one ? [[one.revision, one.totals] as const] : [])))
  const isKept = signUp.endsAt.getTime() > now.getTime() - COUNTS_KEPT_MS
  const countedAt = (revision: number) => {
    const line = isKept ? undefined : lines.find((one) => one.revision === revision)
    return counts.get(revision) ?? (line && asCounted(line))
  }
  const { charged, cents, faults } = reckonSignUp(signUp, campaign, lines, countedAt)
  const told = revisions
    .filter((one) => 'differs' in one)
    .map(({ revision }) => `revision ${revision} was told otherwise than it is counted`)
  return { charged, cents, faults: [...told, ...faults] }
}

/** @throws Error when the lines end before their last one: whoever wrote them was cut off */
async function* readRecounted(input: AsyncIterable<string>): AsyncGenerator<Revision> {
  let isWhole = false
  for await (const line of input) {
    if (line.trim() === '') continue
    const read = Recounted.safeParse(JSON.parse(line))
    if (!read.success) throw new Error(`recount does not print lines like ${line.slice(0, 200)}`)
    if ('recounted' in read.data) isWhole = true
    else yield read.data
  }
  if (!isWhole) throw new Error('The lines of recount end too early: reckon reads all that metrics’ recount prints.')
}

async function faultsOfSums(campaign: Campaign, scope: Scope): Promise<readonly string[]> {
  if (campaign.plan) return ['its day is being settled just now: run it again later']
  const sums = startSums()
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await pageOfCampaign(scope, campaign.id, { limit: PAGE, cursor })
    for (const signUp of items) addToSums(sums, signUp, await creditsOf(scope, signUp.id))
    cursor = next
    if (cursor === undefined) return reckonSums(campaign, sums)
  }
}

/** Sign-ups of one campaign were often made one after the other. */
function rememberCampaigns(scope: Scope) {
  const known = new Map<string, Campaign | undefined>()
  return async (id: string) => {
    if (known.has(id)) return known.get(id)
    if (known.size >= CAMPAIGNS_KNOWN) known.clear()
    const campaign = await campaigns.byId(scope, id)
    known.set(id, campaign)
    return campaign
  }
}
