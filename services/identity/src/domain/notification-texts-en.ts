import { exclusionTable, labelNames, NETWORK_NAMES, type Network, restoreTable } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { capitalized, type Say } from './notification-say.ts'
import type { OfSubject, Texts } from './notification-values.ts'

const forCreator = (of: OfSubject, say: Say) =>
  'campaignId' in of ? say.campaign(of.campaignId, 'a campaign') : `your partnership with ${say.brand(of.brandId, 'a brand')}`

const forBrand = (of: OfSubject, say: Say, accountId?: string) =>
  'campaignId' in of ? say.campaign(of.campaignId, 'your campaign') : `your partnership with ${say.account(accountId, 'a creator')}`

const forAdmin = (of: OfSubject, say: Say) =>
  'campaignId' in of ? say.campaign(of.campaignId, 'a campaign') : `a partnership with ${say.brand(of.brandId, 'a brand')}`

const noun = (of: OfSubject) => ('campaignId' in of ? 'campaign' : 'partnership')

const resultOf = (tier: number, say: Say) =>
  tier === 100 ? 'reached its goal' : tier > 0 ? `ended at the ${say.tier(tier)} tier` : `ended below ${say.tier(25)} of the goal`

const returned = (credits: number, say: Say) => `Returned to your balance: ${say.credits(credits)}.`

const withoutAccess = (network: Network) =>
  network === 'youtube'
    ? `without access, we may be unable to read the “${labelNames.youtube.en}” label.`
    : 'without access, we may be unable to count your views.'

export const en: Texts = {
  'account-verified': ({ accountId, network }, say) => ({
    title: `${NETWORK_NAMES[network]} account verified`,
    text: `You can join campaigns with ${say.account(accountId, 'this account')}.`,
    link: 'See your accounts',
  }),
  'account-failed': ({ accountId, network }, say) => ({
    title: `${NETWORK_NAMES[network]} account not verified`,
    text: `The attempt for ${say.account(accountId, 'your account')} failed. Your profile shows the reason and what to do next.`,
    link: 'See your accounts',
  }),
  'account-disconnected': ({ accountId, network }, say) => ({
    title: `${NETWORK_NAMES[network]} account disconnected`,
    text: `${NETWORK_NAMES[network]} no longer gives us access to ${say.account(accountId, 'your account')}. Connect it again: ${withoutAccess(network)}`,
    link: 'See your accounts',
  }),
  'campaign-started': ({ campaignId, endsAt }, say) => ({
    title: `${say.campaign(campaignId, 'Your campaign')} has started`,
    text: `Creators can join. Planned end: ${say.at(endsAt)}.`,
    link: 'Open the campaign',
  }),
  'campaign-unfunded': ({ campaignId, missingViews }, say) => ({
    title: `${say.campaign(campaignId, 'Your campaign')} didn’t start`,
    text: `Your balance was ${say.credits(missingViews)} short.`,
    link: 'Buy credits',
  }),
  'campaign-goal-reached': ({ campaignId, charged, checkedAt }, say) => ({
    title: `${say.campaign(campaignId, 'Your campaign')} reached its goal`,
    text: `${say.views(charged)} charged before the final checks, due no earlier than ${say.at(checkedAt)}.`,
    link: 'Open the campaign',
  }),
  'campaign-ended': ({ campaignId, charged, viewsGoal, checkedAt }, say) => ({
    title: `${say.campaign(campaignId, 'Your campaign')} has ended`,
    text: `${viewsGoal === undefined ? say.views(charged) : `${say.count(charged)} of ${say.views(viewsGoal)}`} charged before the final checks, due no earlier than ${say.at(checkedAt)}.`,
    link: 'Open the campaign',
  }),
  'campaign-settled': ({ campaignId, charged }, say) => ({
    title: `${say.campaign(campaignId, 'Your campaign')} is settled`,
    text: `Final checks done: ${say.views(charged)} charged. Unused credits were returned to your balance.`,
    link: 'Open the campaign',
  }),
  'earnings-settled': ({ campaignId, views, cents }, say) => ({
    title: `${say.euros(cents)} earned with ${say.campaign(campaignId, 'a campaign')}`,
    text: `Final checks done: ${say.views(views)} paid.${cents > 0 ? ' The amount was added to your balance.' : ''}`,
    link: 'See your balance',
  }),
  'views-at-risk': ({ reason, views, fixBy, ...of }, say) => ({
    title: `${say.views(views)} at risk in ${forCreator(of, say)}`,
    text: `${exclusionTable[reason].en} ${restoreTable[reason].en} Do this before the final reading on ${say.at(fixBy)} (sooner if the ${noun(of)} ends early), or these views will be deducted.`,
    link: `See the ${noun(of)}`,
  }),
  'review-asks-brand': ({ accountId, views, answerBy, ...of }, say) => ({
    title: views === undefined ? 'Views wait for your answer' : `${say.views(views)} ${views === 1 ? 'waits' : 'wait'} for your answer`,
    text: `${capitalized(forBrand(of, say, accountId))}: the logo in a video by ${say.account(accountId, 'a creator')} is unclear. Without an answer by ${say.at(answerBy)}, the views count.`,
    link: 'Look at the video',
  }),
  'review-asks-admin': ({ review, views, answerBy, ...of }, say) => ({
    title: `${review === 'logo' ? 'Unclear logo' : 'Unusual growth'} to review`,
    text: `${capitalized(forAdmin(of, say))}${views === undefined ? '' : `, ${say.views(views)}`}. Decide by ${say.at(answerBy)}.`,
    link: 'Open the reviews',
  }),
  'review-opened': ({ review, views, answerBy, ...of }, say) => ({
    title: `${views === undefined ? 'Views' : say.views(views)} in review`,
    text: `${capitalized(forCreator(of, say))}: ${review === 'logo' ? 'the logo in your video is unclear. Without a decision by' : 'your video’s growth looks unusual. Without a decision by'} ${say.at(answerBy)}, the views ${review === 'logo' ? 'count' : 'are excluded'}.`,
    link: 'See your collaborations',
  }),
  'review-counts': ({ views, ...of }, say) => ({
    title: `Review decided: ${views === undefined ? 'the views count' : `${say.views(views)} ${views === 1 ? 'counts' : 'count'}`}`,
    text: `${capitalized(forCreator(of, say))}: ${'campaignId' in of ? 'counted within what is left of the goal, from the next settlement on' : 'these views now count toward the goal'}.`,
    link: `See the ${noun(of)}`,
  }),
  'review-counts-brand': ({ views, ...of }, say) => ({
    title: `Review decided: ${views === undefined ? 'the views count' : `${say.views(views)} ${views === 1 ? 'counts' : 'count'}`}`,
    text: `${capitalized(forBrand(of, say))}: ${'campaignId' in of ? 'charged within what is left of the goal, from the next settlement on' : 'these views now count toward the goal'}.`,
    link: `Open the ${noun(of)}`,
  }),
  'review-excluded': ({ views, ...of }, say) => ({
    title: `Review decided: ${views === undefined ? 'views' : say.views(views)} excluded`,
    text: `${capitalized(forCreator(of, say))}: these views aren’t paid. The reason is listed with the video.`,
    link: `See the ${noun(of)}`,
  }),
  'review-excluded-brand': ({ views, ...of }, say) => ({
    title: `Review decided: ${views === undefined ? 'views' : say.views(views)} excluded`,
    text: `${capitalized(forBrand(of, say))}: these views aren’t charged. The reason is listed with the video.`,
    link: `Open the ${noun(of)}`,
  }),
  'invitation-received': ({ brandId, accountId, network, views, amountCents, answerBy }, say) => ({
    title: `${say.brand(brandId, 'A brand')} has invited you`,
    text: `${say.views(views)} with ${say.account(accountId, 'your account')} on ${NETWORK_NAMES[network]} for up to ${say.euros(amountCents)}. The invitation expires on ${say.at(answerBy)}.`,
    link: 'See the invitation',
  }),
  'invitation-expiring': ({ brandId, answerBy }, say) => ({
    title: `${say.brand(brandId, 'A brand')} is waiting for your answer`,
    text: `The invitation expires on ${say.at(answerBy)}. After that, you can’t accept it.`,
    link: 'See the invitation',
  }),
  'invitation-unfunded': ({ missingViews }, say) => ({
    title: 'Your invitation wasn’t sent',
    text: `Your balance was ${say.credits(missingViews)} short.`,
    link: 'Buy credits',
  }),
  'invitation-rejected': ({ accountId, credits }, say) => ({
    title: `${say.account(accountId, 'A creator')} refused your invitation`,
    text: returned(credits, say),
    link: 'See your invitations',
  }),
  'invitation-superseded': ({ brandId, campaignId, network }, say) => ({
    title: `Invitation closed: you joined ${say.campaign(campaignId, 'a campaign')}`,
    text: `${say.brand(brandId, 'The brand')} had also invited you on ${NETWORK_NAMES[network]}. Joining its campaign refuses that invitation. No action needed.`,
    link: 'See the invitation',
  }),
  'invitation-superseded-brand': ({ campaignId, accountId, network, credits }, say) => ({
    title: `A creator you invited joined ${say.campaign(campaignId, 'your campaign')}`,
    text: `This refused your open invitation to ${say.account(accountId, 'the creator')} on ${NETWORK_NAMES[network]}. ${returned(credits, say)}`,
    link: 'See your invitations',
  }),
  'invitation-expired': ({ brandId }, say) => ({
    title: `Invitation from ${say.brand(brandId, 'a brand')} expired`,
    text: 'It was open for 24 hours. The brand can send you a new one.',
    link: 'See the invitation',
  }),
  'invitation-expired-brand': ({ accountId, credits }, say) => ({
    title: `Your invitation to ${say.account(accountId, 'a creator')} expired`,
    text: `No answer within 24 hours. ${returned(credits, say)}`,
    link: 'See your invitations',
  }),
  'invitation-withdrawn': ({ brandId }, say) => ({
    title: `${say.brand(brandId, 'A brand')} withdrew its invitation`,
    text: 'You can no longer accept it. No action needed.',
    link: 'See the invitation',
  }),
  'partnership-agreed': ({ brandId, startsAt, endsAt }, say) => ({
    title: `Partnership agreed with ${say.brand(brandId, 'a brand')}`,
    text: `Start: ${say.at(startsAt)}. End: ${say.at(endsAt)}. Only videos published in between count. Put the link in your bio before the first one; the partnership’s page lists the link, the code and the logo to use.`,
    link: 'Prepare your videos',
  }),
  'partnership-accepted': ({ accountId, views, startsAt, endsAt }, say) => ({
    title: `${say.account(accountId, 'A creator')} accepted your invitation`,
    text: `Goal: ${say.views(views)}. Start: ${say.at(startsAt)}. End: ${say.at(endsAt)}. The credits stay reserved until the final checks.`,
    link: 'Open the partnership',
  }),
  'partnership-started': ({ brandId, code, endsAt }, say) => ({
    title: `Your partnership with ${say.brand(brandId, 'a brand')} has started`,
    text: `Use the code ${code} in the captions of your videos. Views count until ${say.at(endsAt)}. The partnership’s page lists everything a video needs.`,
    link: 'See the partnership',
  }),
  'partnership-started-brand': ({ accountId, views, endsAt }, say) => ({
    title: `Your partnership with ${say.account(accountId, 'a creator')} has started`,
    text: `It ends on ${say.at(endsAt)}, or earlier once ${say.views(views)} qualify.`,
    link: 'Open the partnership',
  }),
  'partnership-ended': ({ brandId, tier, cents, checkedAt }, say) => ({
    title: `Your partnership with ${say.brand(brandId, 'a brand')} ${resultOf(tier, say)}`,
    text:
      tier > 0
        ? `${say.euros(cents)} is held until the final checks, due no earlier than ${say.at(checkedAt)}. Keep your videos public until then: views lost by then can lower the tier.`
        : `Below ${say.tier(25)}, nothing is paid. Views still in review can raise the result until the final checks, due no earlier than ${say.at(checkedAt)}.`,
    link: 'See the partnership',
  }),
  'partnership-ended-brand': ({ accountId, tier, checkedAt }, say) => ({
    title: `Your partnership with ${say.account(accountId, 'a creator')} ${resultOf(tier, say)}`,
    text: `No credits are used yet. The final checks, due no earlier than ${say.at(checkedAt)}, decide the tier. Unused credits then return to your balance.`,
    link: 'Open the partnership',
  }),
  'partnership-settled': ({ brandId, tier, cents }, say) =>
    tier > 0
      ? {
          title: `${say.euros(cents)} earned with ${say.brand(brandId, 'a brand')}`,
          text: `Final checks done: ${say.tier(tier)} tier.${cents > 0 ? ' The amount was added to your balance.' : ''}${cents >= MINIMUM_TRANSFER_CENTS ? ' If your payout account is active, we transfer it automatically.' : ''}`,
          link: 'See the partnership',
        }
      : {
          title: `Your partnership with ${say.brand(brandId, 'a brand')} is settled`,
          text: `Final checks done: below ${say.tier(25)} of the goal, so nothing is paid.`,
          link: 'See the partnership',
        },
  'partnership-settled-brand': ({ accountId, tier, consumed, returned }, say) => ({
    title: `Your partnership with ${say.account(accountId, 'a creator')} is settled`,
    text: `Final checks done: ${tier > 0 ? `${say.tier(tier)} tier` : `below ${say.tier(25)} of the goal`}. Credits used: ${say.count(consumed)}. Credits returned to your balance: ${say.count(returned)}.`,
    link: 'Open the partnership',
  }),
  'order-paid': ({ credits, priceCents }, say) => ({
    title: `Order paid: ${say.credits(credits)}, ${say.euros(priceCents)}`,
    text: 'The credits were added to your balance.',
    link: 'See your orders',
  }),
  'order-failed': ({ credits, priceCents }, say) => ({
    title: 'Payment failed',
    text: `${credits === undefined || priceCents === undefined ? 'Your order' : `Your order of ${say.credits(credits)} for ${say.euros(priceCents)}`} wasn’t paid, and no credits were added. Please place a new order.`,
    link: 'See your orders',
  }),
  'transfer-paid': ({ amountCents }, say) => ({
    title: `${say.euros(amountCents)} transferred`,
    text: 'Stripe received the amount for your payout account and sends it on to your bank.',
    link: 'See your balance',
  }),
  'transfer-failed': ({ amountCents }, say) => ({
    title: `Transfer of ${say.euros(amountCents)} failed`,
    text: 'The amount was returned to your balance. The balance page shows the reason.',
    link: 'See your balance',
  }),
  'transfer-failed-admin': ({ amountCents }, say) => ({
    title: `Transfer of ${say.euros(amountCents)} failed for good`,
    text: 'The amount became payable again. The log shows the provider’s responses.',
    link: 'Open the transfers',
  }),
  'transfer-reversed': ({ amountCents }, say) => ({
    title: `${say.euros(amountCents)} of a transfer was reversed`,
    text: 'The amount was returned to your balance.',
    link: 'See your balance',
  }),
  'payout-account-ready': () => ({
    title: 'Your payout account is ready',
    text: 'You can transfer your balance.',
    link: 'See your balance',
  }),
  'payout-account-asks': () => ({
    title: 'Your payout account needs information from you',
    text: 'Stripe asks for more details. The balance page lists what is missing.',
    link: 'Complete your account',
  }),
  'payout-account-restricted': () => ({
    title: 'Your payout account is restricted',
    text: 'Stripe has paused transfers to it. Your earnings stay in your balance. The balance page shows what to do.',
    link: 'See what is missing',
  }),
  'payout-account-closed': () => ({
    title: 'Your payout account was closed',
    text: 'Your earnings stay in your balance. Open a new payout account to transfer them.',
    link: 'Open a new account',
  }),
  'terms-change': ({ termsVersion, effectiveAt }, say) => ({
    title: `New Terms from ${say.day(effectiveAt)}`,
    text: `Version ${termsVersion} takes effect on that day. It already applies to new accounts, campaign sign-ups and partnerships. We’ll ask you to accept it at your next sign-in after that.`,
    link: 'Read the Terms',
  }),
  'new-sign-in': ({ signedInAt, ...browser }, say) => ({
    title: `New sign-in: ${say.browser(browser)}`,
    text: `${say.atWithZone(signedInAt)}. Not you? Sign that device out, then change the password you sign in with (Reelfair or Google).`,
    link: 'Review sessions',
  }),
  'data-export-ready': ({ readyUntil }, say) => ({
    title: 'Your data is ready to download',
    text: `You can download the file until ${say.atWithZone(readyUntil)}. We then delete it.`,
    link: 'Download your data',
  }),
}
