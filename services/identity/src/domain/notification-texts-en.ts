import { exclusionTable, NETWORK_NAMES, restoreTable } from '@reelfair/contracts'
import type { Texts } from './notification-values.ts'

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
  'views-at-risk': ({ campaignId, reason, views, fixBy }, say) => ({
    title: `${say.views(views)} at risk in ${say.campaign(campaignId, 'a campaign')}`,
    text: `${exclusionTable[reason].en} ${restoreTable[reason].en} Do this before the final reading on ${say.at(fixBy)} (sooner if the campaign ends early), or these views will be deducted.`,
    link: 'See the campaign',
  }),
  'review-asks-brand': ({ campaignId, accountId, views, answerBy }, say) => ({
    title: views === undefined ? 'Views wait for your answer' : `${say.views(views)} ${views === 1 ? 'waits' : 'wait'} for your answer`,
    text: `${say.campaign(campaignId, 'Your campaign')}: the logo in a video by ${say.account(accountId, 'a creator')} is unclear. Without an answer by ${say.at(answerBy)}, the views count.`,
    link: 'Look at the video',
  }),
  'review-asks-admin': ({ campaignId, review, views, answerBy }, say) => ({
    title: `${review === 'logo' ? 'Unclear logo' : 'Unusual growth'} to review`,
    text: `${say.campaign(campaignId, 'A campaign')}${views === undefined ? '' : `, ${say.views(views)}`}. Decide by ${say.at(answerBy)}.`,
    link: 'Open the reviews',
  }),
  'review-opened': ({ campaignId, review, views, answerBy }, say) => ({
    title: `${views === undefined ? 'Views' : say.views(views)} in review`,
    text: `${say.campaign(campaignId, 'A campaign')}: ${review === 'logo' ? 'the logo in your video is unclear. Without a decision by' : 'your video’s growth looks unusual. Without a decision by'} ${say.at(answerBy)}, the views ${review === 'logo' ? 'count' : 'are excluded'}.`,
    link: 'See your campaigns',
  }),
  'review-counts': ({ campaignId, views }, say) => ({
    title: `Review decided: ${views === undefined ? 'the views count' : `${say.views(views)} ${views === 1 ? 'counts' : 'count'}`}`,
    text: `${say.campaign(campaignId, 'A campaign')}: counted within what is left of the goal, from the next settlement on.`,
    link: 'See the campaign',
  }),
  'review-counts-brand': ({ campaignId, views }, say) => ({
    title: `Review decided: ${views === undefined ? 'the views count' : `${say.views(views)} ${views === 1 ? 'counts' : 'count'}`}`,
    text: `${say.campaign(campaignId, 'Your campaign')}: charged within what is left of the goal, from the next settlement on.`,
    link: 'Open the campaign',
  }),
  'review-excluded': ({ campaignId, views }, say) => ({
    title: `Review decided: ${views === undefined ? 'views' : say.views(views)} excluded`,
    text: `${say.campaign(campaignId, 'A campaign')}: these views aren’t paid. The reason is listed with the video.`,
    link: 'See the campaign',
  }),
  'review-excluded-brand': ({ campaignId, views }, say) => ({
    title: `Review decided: ${views === undefined ? 'views' : say.views(views)} excluded`,
    text: `${say.campaign(campaignId, 'Your campaign')}: these views aren’t charged. The reason is listed with the video.`,
    link: 'Open the campaign',
  }),
  'invitation-received': ({ expiresAt }, say) => ({
    title: 'A brand has invited you',
    text: `The invitation expires on ${say.at(expiresAt)}. You can’t accept invitations yet.`,
    link: 'See the invitation',
  }),
  'invitation-unfunded': ({ missingViews }, say) => ({
    title: 'Your invitation wasn’t sent',
    text: `Your balance was ${say.credits(missingViews)} short.`,
    link: 'Buy credits',
  }),
  'invitation-expired': () => ({
    title: 'Your invitation has expired',
    text: 'The credits were returned to your balance.',
    link: 'Open your dashboard',
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
    text: `Version ${termsVersion} takes effect on that day. It already applies to new accounts and new campaign sign-ups. We’ll ask you to accept it at your next sign-in after that.`,
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
