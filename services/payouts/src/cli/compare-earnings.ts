import { CampaignFaults, ComputedPartnership, ComputedSignUp, PartnershipsEnd, SignUpsEnd } from '@reelfair/contracts'
import { type Context, definePipe, joinInOrder, readLines } from '@reelfair/service-kit'
import { z } from 'zod'
import { type ComputedEarnings, compareEarner, unknownEarner } from '../domain/compare-earnings.ts'
import { type Earner, earnerOfKey, keysOf } from '../domain/earnings.ts'
import type { Entry } from '../domain/ledger.ts'
import { entriesWithPrefix } from '../store/ledger.ts'

const Line = z.union([SignUpsEnd, PartnershipsEnd, ComputedSignUp, ComputedPartnership, CampaignFaults])
type ComputedLine = ComputedEarnings & { readonly faults: readonly string[] }

const SERVICE = { 'sign-up': 'campaigns', partnership: 'partnerships' } as const
/** Limits memory use: sign-ups and partnerships to check again, and lines to report. */
const MAX_NAMED = 1_000

/**
 * Compares the cents and credits of each sign-up and partnership with the output of `compute-earnings`, and prints one
 * line per difference. One known to only one side also counts as a difference. Events may arrive in the meantime, so
 * those that appear to differ are checked again at the end. Read-only.
 * @throws EarningsDiffer after printing the last line
 */
export const compareEarnings = definePipe({
  name: 'compare-earnings',
  description:
    'Reads the output of compute-earnings (campaigns) and compares the cents and credits of each sign-up and partnership with the ledger. Part of recompute.',
  args: {},
  lines: async function* (_, ctx: Context, input) {
    const found = { 'sign-up': { ...NONE }, partnership: { ...NONE } }
    let differ = 0
    const again: ComputedLine[] = []
    const names: string[] = []
    const report = (name: string, faults: readonly string[]) => {
      differ += 1
      if (names.length < MAX_NAMED) names.push(name)
      return faults.map((fault) => `${name}: ${fault}`)
    }
    const ofCampaigns: string[] = []
    const lines = readComputed(input, (campaignId, faults) => {
      const reported = report(`campaign ${campaignId}`, faults)
      for (const line of reported) if (ofCampaigns.length < MAX_NAMED) ofCampaigns.push(line)
    })
    const all = joinInOrder(
      lines,
      ({ id }) => id,
      postedByEarner(ctx),
      ({ key }) => key,
    )
    for await (const { key, left, right } of all) {
      const { earner = 'sign-up', earned = [], consumed = [] } = right[0] ?? {}
      const line = left[0] ?? { ...unknownEarner(earner, key), faults: [`${SERVICE[earner]} has no such ${earner}`] }
      const sums = found[line.earner]
      sums.count += 1
      sums.views += line.charged
      sums.cents += line.cents
      const differences = compareEarner(line, earned, consumed)
      if (line.faults.length > 0) yield* report(`${line.earner} ${key}`, [...line.faults, ...differences])
      else if (differences.length > 0 && again.length < MAX_NAMED) again.push(line)
      else if (differences.length > 0) yield* report(`${line.earner} ${key}`, differences)
    }
    for (const line of again) {
      const { earned, consumed } = keysOf(line.earner)
      const differences = compareEarner(line, await entriesOf(ctx, earned, line.id), await entriesOf(ctx, consumed, line.id))
      if (differences.length > 0) yield* report(`${line.earner} ${line.id}`, differences)
    }
    yield* ofCampaigns
    const of = (earner: Earner) => `${found[earner].count} ${earner}s, ${found[earner].views} views, ${found[earner].cents} cents`
    const sums = `${of('sign-up')}; ${of('partnership')}`
    if (differ > 0) throw new EarningsDiffer(differ, names, sums)
    yield `All earnings match: ${sums}, recomputed and in the ledger.`
  },
})

const NONE = { count: 0, views: 0, cents: 0 }

class EarningsDiffer extends Error {
  override readonly name = 'EarningsDiffer'

  constructor(count: number, names: readonly string[], sums: string) {
    const shown = names.slice(0, 20)
    super(`Earnings differ in ${count} places (${sums}): ${shown.join(', ')}${count > shown.length ? ' …' : ''}`)
  }
}

/** @throws Error if the input lacks its final lines because an earlier stage was interrupted or left out */
async function* readComputed(
  input: AsyncIterable<string>,
  onCampaign: (campaignId: string, faults: readonly string[]) => void,
): AsyncGenerator<ComputedLine> {
  let hasPartnerships = false
  for await (const { data } of readLines(input, Line, { from: 'compute-earnings (campaigns)', isEnd: (line) => 'recomputed' in line })) {
    if ('signUpId' in data) yield { ...data, earner: 'sign-up', id: data.signUpId, subject: data.campaignId }
    else if ('partnershipId' in data) yield { ...data, earner: 'partnership', id: data.partnershipId, subject: data.partnershipId }
    else if ('campaignId' in data) onCampaign(data.campaignId, data.faults)
    else if ('recomputedPartnerships' in data) hasPartnerships = true
  }
  if (!hasPartnerships) throw new Error('The input lacks the output of compute-partnerships, the second stage of recompute.')
}

interface Posted {
  readonly key: string
  readonly earner: Earner
  readonly earned: readonly Entry[]
  readonly consumed: readonly Entry[]
}

/** The entries of each sign-up and partnership, in the order of their ids. */
async function* postedByEarner(ctx: Context): AsyncGenerator<Posted> {
  const keyOf = ({ key }: Posted) => key
  for await (const { left, right } of joinInOrder(posted(ctx, 'sign-up'), keyOf, posted(ctx, 'partnership'), keyOf)) {
    yield* left
    yield* right
  }
}

async function* posted(ctx: Context, earner: Earner): AsyncGenerator<Posted> {
  const keyOf = ({ key }: Entry) => earnerOfKey(key)
  const keys = keysOf(earner)
  for await (const { key, left, right } of joinInOrder(
    entriesWithPrefix(ctx, keys.earned),
    keyOf,
    entriesWithPrefix(ctx, keys.consumed),
    keyOf,
  ))
    yield { key, earner, earned: left, consumed: right }
}

async function entriesOf(ctx: Context, prefix: string, id: string) {
  const own = []
  for await (const entry of entriesWithPrefix(ctx, `${prefix}${id}:`)) own.push(entry)
  return own
}
