import { Refusal, refuse, type SignUpToCampaignInput } from '@reelfair/contracts'
import { type Context, createKeyedMutex, randomPostCode, type Scope, type Tx } from '@reelfair/service-kit'
import { ELIGIBILITY_FIGURES, refuseIneligible, whyNotEligible } from '../domain/eligibility.ts'
import { signUp as decide } from '../domain/sign-up.ts'
import { type Account, accountsOf } from '../store/accounts.ts'
import { brandsShown } from '../store/brands.ts'
import { findByIds, loadJoinable, saveCampaign } from '../store/campaigns.ts'
import { deletion } from '../store/erase-user.ts'
import { settings } from '../store/settings.ts'
import { findByCode, findJoined, insertSignUp, runningOf, type SignUp } from '../store/sign-ups.ts'
import { viewSignUp } from './view-sign-up.ts'

/** One sign-up runs while 999 wait; people would not wait in a longer queue. */
const MAX_WAITING = 999

/**
 * Queues sign-ups by creator and by campaign, because concurrent ones would keep aborting each other's transactions.
 */
const signUpMutex = createKeyedMutex<string>({ maxWaiting: MAX_WAITING, onFull: () => new Refusal('unavailable') })

/**
 * Sign-ups lock the creator (`refuseIfClosing`), which enforces the limit of 5 active campaigns, and write to the
 * campaign, as do its end and its deletion. Sign-ups for one campaign queue outside the transaction, so
 * that waiting does not use up its time limit.
 */
export async function signUpToCampaign({ campaignId, accountId }: SignUpToCampaignInput, ctx: Context<'user'>) {
  if (ctx.actor.role !== 'creator') refuse('creators_only')
  const { runExclusive } = signUpMutex
  return runExclusive(ctx.actor.id, () => runExclusive(campaignId, () => join({ campaignId, accountId }, ctx)))
}

const join = ({ campaignId, accountId }: SignUpToCampaignInput, ctx: Context<'user'>) =>
  ctx.transact(async (tx) => {
    const [creatorId, at] = [ctx.actor.id, ctx.now()]
    await deletion.refuseIfClosing(tx, creatorId)
    const campaign = await loadJoinable(tx, campaignId)
    const account = await loadOwnAccount(tx, accountId, creatorId)
    const reasons = whyNotEligible({
      campaign,
      account: { ...account, isVerified: true },
      publicNetworks: (await settings.at(tx, 'public_campaign_networks', at)).value,
      isSignedUp: (await findJoined(tx, campaignId, creatorId)) !== undefined,
      activeSignUps: await countActive(tx, await runningOf(tx, { creatorId, now: at })),
      at,
    })
    refuseIneligible(reasons)

    const code = await freeCode(tx)
    const { value: windowDays } = await settings.at(tx, 'video_window_days', at)
    const joined = decide({ campaign, account, id: ctx.newId(), code, windowDays, at })
    await insertSignUp(tx, joined.signUp)
    await saveCampaign(tx, { ...campaign, signUps: joined.campaign.signUps })
    tx.emit(joined.event)
    return viewSignUp(joined.signUp, joined.campaign, (await brandsShown(tx, [campaign.brandId])).get(campaign.brandId))
  })

/** A creator without any account lacks a profile; otherwise, the account is an invalid reference. */
async function loadOwnAccount(tx: Tx, id: string, creatorId: string): Promise<Account> {
  const own = await accountsOf(tx, creatorId)
  return own.find((account) => account.id === id) ?? refuse(own.length === 0 ? 'creator_profile_missing' : 'reference_invalid')
}

/**
 * Excludes campaigns completed before their end date.
 * @param running sign-ups whose end date has not passed; their campaigns are read only if the limit might be reached
 */
export async function countActive(scope: Scope, running: readonly SignUp[]): Promise<number> {
  if (running.length < ELIGIBILITY_FIGURES.limit) return running.length
  const campaigns = await findByIds(scope, [...new Set(running.map((one) => one.campaignId))])
  return campaigns.filter(({ status }) => status === 'active').length
}

/** There are 12 million codes. If two concurrent sign-ups pick the same code, the unique index rejects one of them. */
async function freeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = randomPostCode('sign-up')
    if (!(await findByCode(tx, code))) return code
  }
}
