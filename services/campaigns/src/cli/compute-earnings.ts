import { ComputedPartnership, PartnershipsEnd, RecountEnd, RecountedRevision } from '@reelfair/contracts'
import { type Context, definePipe, joinInOrder, type Line as Read, readLines, type Scope } from '@reelfair/service-kit'
import { z } from 'zod'
import { campaignCardOf } from '../domain/rate-card.ts'
import { addToSums, asCounted, recomputeSignUp, recomputeSums, startSums } from '../domain/recompute.ts'
import { allocationLinesOf, everyAllocationLine } from '../store/allocation-lines.ts'
import { type Campaign, campaigns, everySettled } from '../store/campaigns.ts'
import { settings } from '../store/settings.ts'
import { everySignUp, type SignUp, signUps } from '../store/sign-ups.ts'

const Line = z.union([RecountEnd, RecountedRevision, ComputedPartnership, PartnershipsEnd])
type Passed = Read<z.infer<typeof Line>>

/**
 * The metrics service stores counts for 24 months after a sign-up ends, and `recount` omits them one day earlier;
 * another day allows for clock differences. Older sign-ups are recomputed from the counts on their receipts.
 * @source decisions §7
 */
const COUNTS_KEPT_MS = 728 * 86_400_000
const CAMPAIGNS_KNOWN = 1_000

/**
 * Recomputes the earnings of all sign-ups. Prints a JSON line per sign-up, in the order of their ids together with the
 * partnerships' lines, then a line per campaign whose totals do not match, and finally lines that mark the output as
 * complete. Read-only.
 */
export const computeEarnings = definePipe({
  name: 'compute-earnings',
  description:
    'Reads the output of compute-partnerships, computes the earnings of all sign-ups again and compares them with the receipts. Part of recompute.',
  args: {},
  lines: async function* (_, ctx: Context, input) {
    const seen = { signUps: 0, faulty: 0 }
    const campaignOf = rememberCampaigns(ctx)
    const own = joinInOrder(
      everySignUp(ctx),
      ({ id }) => id,
      everyAllocationLine(ctx),
      ({ signUpId }) => signUpId,
    )
    const ends: string[] = []
    const all = joinInOrder(own, ({ key }) => key, readWithIds(input, ends), idOf)
    for await (const { key, left, right } of all) {
      const revisions = right.flatMap(({ data }) => ('assignmentId' in data ? [data] : []))
      if (right.length > revisions.length) {
        yield* right.map(({ text }) => text)
        continue
      }
      const signUp = left[0]?.left[0]
      const campaign = signUp && (await campaignOf(signUp.campaignId))
      const line =
        signUp && campaign
          ? recomputed(signUp, campaign, left[0]?.right ?? [], revisions, ctx.now())
          : { charged: 0, cents: 0, faults: ['has counts or allocation lines, but campaigns has no such sign-up'] }
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
    yield* ends
    yield JSON.stringify({ recomputed: seen.signUps, faulty: seen.faulty })
  },
})

function recomputed(
  signUp: SignUp,
  { campaign, card }: CampaignWithCard,
  lines: Parameters<typeof recomputeSignUp>[3],
  revisions: readonly RecountedRevision[],
  now: Date,
) {
  const counts = new Map(revisions.flatMap((one) => ('totals' in one ? [[one.revision, one.totals] as const] : [])))
  const isKept = signUp.endsAt.getTime() > now.getTime() - COUNTS_KEPT_MS
  const countedAt = (revision: number) => {
    const line = isKept ? undefined : lines.find((one) => one.revision === revision)
    return counts.get(revision) ?? (line && asCounted(line))
  }
  const { charged, cents, faults } = recomputeSignUp(signUp, campaign, card, lines, countedAt)
  const differences = revisions
    .filter((one) => 'differs' in one)
    .map(({ revision }) => `revision ${revision}: the emitted totals differ from the recount`)
  return { charged, cents, faults: [...differences, ...faults] }
}

const idOf = ({ data }: Passed) => ('assignmentId' in data ? data.assignmentId : 'partnershipId' in data ? data.partnershipId : '')

/** Collects in `ends` the last lines of the partnerships service, which have no id. */
async function* readWithIds(input: AsyncIterable<string>, ends: string[]): AsyncGenerator<Passed> {
  for await (const line of readLines(input, Line, { from: 'recount (metrics)', isEnd: (data) => 'recounted' in data })) {
    if ('assignmentId' in line.data || 'partnershipId' in line.data) yield line
    else if ('recomputedPartnerships' in line.data) ends.push(line.text)
  }
}

async function faultsOfSums(campaign: Campaign, scope: Scope): Promise<readonly string[]> {
  if (campaign.plan) return ['a day is being settled: run the command again later']
  const sums = startSums()
  for await (const signUp of signUps.each(scope, { campaignId: campaign.id }))
    addToSums(sums, signUp, await allocationLinesOf(scope, signUp.id))
  return recomputeSums(campaign, sums)
}

interface CampaignWithCard {
  readonly campaign: Campaign
  readonly card: Campaign['rateCard']
}

/** Caches campaigns, because consecutive sign-ups often belong to the same campaign. */
function rememberCampaigns(scope: Scope) {
  const known = new Map<string, CampaignWithCard | undefined>()
  return async (id: string) => {
    if (known.has(id)) return known.get(id)
    if (known.size >= CAMPAIGNS_KNOWN) known.clear()
    const campaign = await campaigns.byId(scope, id)
    const found = campaign && { campaign, card: campaignCardOf(await settings.knownAt(scope, 'rate_card', campaign.createdAt)) }
    known.set(id, found)
    return found
  }
}
