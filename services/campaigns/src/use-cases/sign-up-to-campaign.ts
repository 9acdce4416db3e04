import { refuse, type SignUpToCampaignInput } from '@reelfair/contracts'
import type { Context, Scope, Tx } from '@reelfair/service-kit'
import { inLine } from '../adapters/in-line.ts'
import { randomPostCode } from '../adapters/random-code.ts'
import { ELIGIBILITY_FIGURES, refuseIneligible, whyNotEligible } from '../domain/eligibility.ts'
import { signUp as decide } from '../domain/sign-up.ts'
import type { Ports } from '../ports.ts'
import { type Account, accountsOf } from '../store/accounts.ts'
import { brandsShown } from '../store/brands.ts'
import { findByIds, loadJoinable, saveCampaign } from '../store/campaigns.ts'
import { findByCode, findJoined, insertSignUp, lockCreator, runningOf, type SignUp } from '../store/sign-ups.ts'
import { viewSignUp } from './view-sign-up.ts'

/**
 * A creator joins a public campaign with one of their own verified accounts. Guards: the creator's document, which all their sign-ups write (at most 5 at
 * once); unique campaign and creator; the campaign, which its deletion, its end and every sign-up write. A crowd that wants one campaign stands in line for
 * it, and the time that it stands there is not its transaction's.
 */
export async function signUpToCampaign({ campaignId, accountId }: SignUpToCampaignInput, ctx: Context<'user', Ports>) {
  if (ctx.actor.role !== 'creator') refuse('creators_only')
  return inLine(ctx.actor.id, () => inLine(campaignId, () => join({ campaignId, accountId }, ctx)))
}

const join = ({ campaignId, accountId }: SignUpToCampaignInput, ctx: Context<'user', Ports>) =>
  ctx.transact(async (tx) => {
    const [creatorId, at] = [ctx.actor.id, ctx.now()]
    await lockCreator(tx, creatorId, at)
    const campaign = await loadJoinable(tx, campaignId)
    const account = await loadOwnAccount(tx, accountId, creatorId)
    const reasons = whyNotEligible({
      campaign,
      account: { ...account, isVerified: true },
      publicNetworks: ctx.ports.publicNetworks,
      isSignedUp: (await findJoined(tx, campaignId, creatorId)) !== undefined,
      activeSignUps: await countActive(tx, await runningOf(tx, { creatorId, now: at })),
      at,
    })
    refuseIneligible(reasons)

    const code = await freeCode(tx)
    const joined = decide({ campaign, account, id: ctx.newId(), code, windowDays: ctx.ports.windowDays, at })
    await insertSignUp(tx, joined.signUp)
    await saveCampaign(tx, { ...campaign, signUps: joined.campaign.signUps })
    tx.emit(joined.event)
    return viewSignUp(joined.signUp, joined.campaign, (await brandsShown(tx, [campaign.brandId])).get(campaign.brandId))
  })

/** Somebody else's account, and none at all, are an invalid reference; a creator without any has no profile to join with. */
async function loadOwnAccount(tx: Tx, id: string, creatorId: string): Promise<Account> {
  const own = await accountsOf(tx, creatorId)
  return own.find((account) => account.id === id) ?? refuse(own.length === 0 ? 'creator_profile_missing' : 'reference_invalid')
}

/**
 * How many of a creator's sign-ups count for the limit: a campaign that is complete before its time leaves its place to another one.
 * @param running those whose time is not over; when they are fewer than the limit, nobody looks which of them are complete
 */
export async function countActive(scope: Scope, running: readonly SignUp[]): Promise<number> {
  if (running.length < ELIGIBILITY_FIGURES.limit) return running.length
  const campaigns = await findByIds(scope, [...new Set(running.map((one) => one.campaignId))])
  return campaigns.filter(({ status }) => status === 'active').length
}

/** There are 33 million; two that take the same at the same moment are told apart by the index, and one is asked to try again. */
async function freeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = randomPostCode()
    if (!(await findByCode(tx, code))) return code
  }
}
