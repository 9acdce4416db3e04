export const en = {
  'terms-title': 'Terms',
  'in-force':
    'Version {{version}}, in force since {{day}} for new accounts, campaign sign-ups and partnerships; for everyone from {{later}}.',
  'in-force-earlier': 'Version {{version}}, in force from {{day}}, since replaced by a newer version.',
  'in-force-until':
    'Version {{version}}, in force since {{day}}. It still applies up to and including {{until}} to accounts created before version {{next}}, except for new campaign sign-ups and partnerships.',
  'figures-failed': 'The prices, rates and time limits didn’t load. The text shows […] instead.',
  earlier: 'Earlier version {{version}}',
  current: 'Current terms',
  lead: 'What brands, creators and Reelfair commit to: what counts as a view, what it costs and earns, who decides, and what is kept.',
  contents: 'Contents',

  'people-title': 'Who can take part',
  'people-account':
    'An account belongs to one person or company. It becomes active once its e-mail address is confirmed. Anyone who can sign in to it can act for the account holder.',
  'people-brand':
    'Anyone who registers a brand must be authorised to act for the company and must provide accurate data. Until it is registered, a brand can neither buy credits nor start a campaign.',
  'people-creator':
    'A creator proves that a social account is theirs by putting a code in its bio. On each network, a creator has up to 3 accounts and 10 attempts. The code is valid for 24 hours. A verified account can belong to only one creator.',
  'people-accepted':
    'Everyone accepts these terms at sign-up. A brand accepts them again on behalf of its company. We keep the date and time, the version and the IP address as proof.',

  'credits-title': 'View credits',
  'credits-one': 'One view credit pays for one qualified view. Views that do not qualify cost nothing, and we give the reason for each.',
  'credits-price':
    'Credits are sold in packages, from {{cheapest}} per 1,000 views, at the prices shown on the home page, excluding tax. They are paid for once, through Stripe; nothing renews automatically.',
  'credits-booked': 'Credits belong to the brand as soon as Stripe confirms the payment.',
  'credits-last':
    'Credits do not expire and cannot be exchanged for money. Credits that a campaign or partnership does not use are returned as credits.',

  'campaign-legal-title': 'Campaign terms',
  'campaign-runs-title': 'The campaign',
  'campaign-goal':
    'A campaign has a goal of 1,000 to 500,000 views and reserves one credit for each. If the brand does not have enough credits, the campaign does not start, and the brand sees how many more it needs.',
  'campaign-runs':
    'A campaign runs for 7 or 30 days from the moment its credits are reserved. Creators who sign up later have the time that remains. If the whole goal is charged sooner, the campaign ends that same night.',
  'campaign-end':
    'A campaign is completed if its goal was reached, and expired if it was not. Creators keep what they earned in both cases. Unused credits return to the brand with the final settlement.',
  'campaign-delete':
    'A brand may rename a campaign at any time. It may delete a campaign as long as no views of its videos have been read. If nobody has signed up, the campaign is removed and its credits are returned immediately. If creators have signed up, the campaign ends at that moment: the views they have brought in by then are still read, checked and paid for. If no pay is owed, the campaign then disappears from the list.',
  'join-title': 'Signing up',
  'join-account':
    'A creator signs up with one verified account on the campaign’s network, once per campaign, and can take part in up to 5 campaigns at a time. The account cannot be changed afterwards.',
  'join-fits':
    'The audience’s language and the content category must match the campaign’s requirements. On Instagram, the account needs at least 5,000 average views. Anything that is not known yet is checked once the account’s statistics have been refreshed. Creators who cannot sign up see all the reasons.',
  'video-title': 'The video',
  'video-short': 'Only short vertical videos count: Reels, TikTok videos and Shorts of up to 3 minutes, published after the sign-up.',
  'video-most': 'For each sign-up, at most {{videos}} videos count: the first ones we find.',
  'video-logo':
    'The brand’s logo must be in the upper half of the picture and cover at least {{share}} of it: 124,416 px² of 1080 × 1920. An animated logo is a clip of at least 15 seconds, so a video that shows it must be at least 15 seconds long.',
  'video-code':
    'The description must contain the code given at sign-up. If it contains several codes, the first one that belongs to a sign-up or partnership counts. If we find a video before its code is added, it is first recorded as missing the code.',
  'video-mention':
    'The description must also say that the video is advertising: “Commercial collaboration” or an equivalent in English or French, such as “paid partnership”, “sponsored” or “publicité”. These words always count.',
  'video-label':
    'The network’s own label for paid content can replace these words on {{labelled}} only, as long as the creator gives us access to the label. If it can’t be read for a while, its last known state applies. On {{unlabelled}} we can’t read the label, so the words are required.',
  'video-bio':
    'The campaign’s link must stay in the bio throughout. The account and the video must stay public and free of age restrictions, and the video must not be deleted.',
  'views-title': 'Qualified views',
  'views-read':
    'View counts are read every night between 00:00 and 01:00, Paris time, up to the final reading. Every reading is kept unchanged.',
  'views-window':
    'Views count from the sign-up to the end of the campaign. The views of one video count for at most {{days}} after it was first found, unless the sign-up states a different number of days. The views at the end of that period are interpolated linearly between the readings before and after it.',
  'views-qualified':
    'Qualified views are all views, minus excluded views and views in review. While a campaign is running, no qualified view is taken back, even if a figure drops, a fault appears later or a video is deleted. Only the final reading deducts views.',
  'excluded-title': 'Excluded views',
  'excluded-until':
    'A fault found at a reading excludes all views between the previous reading and the one that confirms the fix. From then on, views count again; excluded views stay excluded.',
  'reasons-caption': 'Why views are excluded, and how to fix it',
  'reasons-why': 'Reason',
  'reasons-fix': 'How to fix it',
  'review-title': 'Views in review',
  'review-what':
    'A person decides in two cases: growth that does not look human, and a logo that could not be recognised with certainty. Until there is a decision, the views concerned are neither charged nor paid for.',
  'review-who':
    'A Reelfair administrator decides in both cases. Before the decision, the brand may confirm its logo, but never reject it. The creator and the brand can see who decided, when and why.',
  'review-default':
    'A review stays open for {{hours}}, but never beyond 00:00 on the day of the planned final reading. If there is no decision by then, a default applies from the next settlement: if the logo could not be recognised with certainty, the views count; if the growth does not look human, they are excluded. If the final reading opens a review, the default applies immediately.',
  'share-title': 'How views are shared',
  'share-night':
    'Every night at {{settled}}, Paris time, a campaign’s views are allocated to all its sign-ups together. If more views are waiting than the goal has left, the rest of the goal is shared in proportion to each sign-up’s waiting views. Views left over after rounding down go to the largest remainders and, in a tie, to the earlier sign-up.',
  'share-reserved':
    'Allocated views that are in review are reserved. If the review confirms them, they are charged; if it excludes them, they become available again to all sign-ups. Once the whole goal is charged or reserved, sign-ups close. Views beyond the goal are neither charged nor paid for.',
  'final-title': 'Final reading',
  'final-when':
    'The final reading takes place on the second night after the campaign if it ends by {{settled}}, Paris time, and on the third night if it ends later. The final settlement follows at {{settled}}. The creator’s and the brand’s screens show its date and time.',
  'final-gone':
    'All counted views of a video are deducted if it is deleted, private or age-restricted at the final reading. The same applies if its account is no longer connected to Reelfair and the network shows us videos only with that connection; the final reading waits up to 72 hours for a new one. The creator is warned as soon as a reading finds such a problem, and nothing is lost if the video is restored, or the account connected again, in time.',
  'final-removed':
    'For every other video, if the final figure is lower than what was counted, the network has removed views, and the difference is deducted. This loss is first offset by views gained after the video stopped counting. If the final figure is unknown, nothing is deducted.',
  'final-order':
    'Deductions reduce excluded views first, then views in review, then qualified views. If fewer qualified views remain than were charged, the excess is no longer charged: its credits return to the brand, and the creator’s pay is reduced before it becomes available. A completed campaign stays completed.',
  'final-silent':
    'If a network does not respond, the final settlement is postponed. It takes place no later than the first {{settled}} that is 72 hours or more after the planned one. The screens show that date and the cause. If a video’s figures still cannot be read, the last known figures are final, and the receipt says that the final reading is missing.',
  'pay-title': 'Pay',
  'pay-rate':
    'A campaign pays {{campaign}} per 1,000 allocated qualified views.{{reduced}} A campaign keeps the rate in force on the day it was created.',
  'pay-reduced': 'For now, this is less than the standard rate of {{standard}}.',
  'pay-cents':
    'Pay is calculated from all views allocated since the start, never from amounts that were already rounded, and is rounded down to the cent. The receipt shows the calculation, which anyone can repeat from the readings.',

  'money-title': 'Earnings and transfers',
  'money-held':
    'A campaign’s earnings grow each night. After the campaign ends, they are held until the final settlement. The amount left after the final reading’s deductions then becomes available.',
  'money-stripe':
    'Creators are paid into their own Stripe account, in the countries that Stripe supports. Until that account is active, available earnings are kept without a time limit.',
  'money-transfer':
    'Earnings from campaigns are transferred when the creator requests it; the minimum is {{minimum}}. If a transfer fails or is reversed, the amount becomes available again.',
  'money-tax': 'All amounts exclude tax. VAT does not apply to creators’ pay (franchise en base).',

  'partnerships-title': 'Partnerships',
  'partnerships-answer':
    'A brand’s invitation to a creator appears on that creator’s dashboard. The creator may refuse it or accept it; accepting it starts a partnership under the rules below. Until then, the brand may withdraw it.',
  'partnerships-invitation':
    'An invitation reserves the credits for its goal and is valid for 24 hours. If it is refused, withdrawn or expires, or if the creator signs up for a campaign of the same brand on the same network, its credits return to the brand.',
  'partnerships-run':
    'A partnership runs for 7 days from its start, or for 30 days if it was booked on a creator’s public page. It pays {{partnership}} per 1,000 views of its goal, depending on how much of the goal is reached; at 100%, it is completed immediately.',
  'partnerships-final':
    'When a partnership ends, the pay for the tier reached is held until a final reading under the same rules: reviews decided by then may raise the tier, and removed views may lower it. Available pay is transferred automatically to an active account; the minimum is {{minimum}}.',
  'partnerships-code': 'Each partnership has its own code, which identifies its videos.',
  'partnerships-rules':
    'The campaign terms on the video, reposting, qualified views, excluded views and views in review also apply to partnerships, from start to end. There, the start of the partnership takes the place of the sign-up, and the partnership’s end, link, logo and code take the place of the campaign’s.',
  'tiers-caption': 'What a partnership pays',
  'tiers-reached': 'Goal reached',
  'tiers-below': 'below {{to}}',
  'tiers-between': '{{from}} to {{to}}',
  'tiers-from': '{{from}} or more',
  'tiers-pays': 'Paid to the creator',
  'tiers-returns': 'Credits returned',

  'fraud-title': 'Fraud and breaches',
  'fraud-views':
    'Buying views, exchanging them or generating them with software is fraud, and so is using a false identity for an account. Such views are excluded.',
  'fraud-breach':
    'Views that look fraudulent are held in review. An administrator confirms or excludes them and gives a reason, which the creator and the brand can see. Excluded views are neither charged nor paid for. If you disagree, write to us at the address below.',
  'fraud-liability': 'Reelfair’s liability is limited to payments made in the last 6 months.',

  'kept-title': 'What we keep, and for how long',
  'kept-metrics': 'Readings, videos and reviews are kept for 24 months after the planned end of the sign-up or partnership.',
  'kept-security': 'Security logs, including verification attempts, are kept for 12 months.',
  'kept-invoices': 'Accounting records are kept for at least 10 years. The same will apply to invoices.',
  'kept-little':
    'A session ends after 14 days without use, and after 30 days in any case. Sent e-mails, and logos that no campaign, draft, invitation or partnership uses, are deleted after 30 days.',
  'kept-bank': 'Card and bank details are entered only at Stripe. They never reach Reelfair.',

  'changes-title': 'Changes and contact',
  'changes-later':
    'New terms are published on this page as a new version. They apply immediately to new accounts, campaign sign-ups and partnerships, and take effect 15 days later for everyone else.',
  'changes-contact': 'Write to us, and a person will reply within about 2 working days:',
} as const
