export const en = {
  'terms-title': 'Terms',
  'in-force':
    'Version {{version}}, in force since {{day}} for new accounts and for each campaign joined since; for everyone from {{later}}.',
  'in-force-earlier': 'Version {{version}}, in force since {{day}} and replaced by a newer one.',
  earlier: 'Earlier version {{version}}',
  current: 'Current terms',
  lead: 'What brands, creators and Reelfair promise each other: what a view is, what it costs and earns, who decides, and what is kept.',
  contents: 'Contents',

  'people-title': 'Who takes part',
  'people-account':
    'An account belongs to one person or company. It opens once its e-mail address is confirmed, and whoever holds its password acts for it.',
  'people-brand':
    'Whoever registers a brand may bind the company and enters accurate data. Without this registration a brand can neither buy credits nor start a campaign.',
  'people-creator':
    'A creator proves with a code in the bio that a social account is theirs: 3 accounts and 10 attempts per network at most. The code is valid for 24 hours. A verified account is one creator’s only.',
  'people-accepted':
    'These terms are accepted at sign-up, and by a brand once more for its company. We keep the date and time, the version and the IP address, as evidence.',

  'credits-title': 'View credits',
  'credits-one': 'One credit buys one qualified view. Views that do not qualify cost nothing, and each says why.',
  'credits-price':
    'Credits are sold in packages, from {{cheapest}} per 1,000 views, at the prices of the start page, excluding tax. They are paid once, at Stripe; nothing renews by itself.',
  'credits-booked': 'Credits are a brand’s as soon as Stripe confirms the payment.',
  'credits-last': 'Credits do not expire and are not refunded in money. What a campaign does not use comes back as credits.',

  'campaign-legal-title': 'Campaign terms',
  'campaign-runs-title': 'The campaign',
  'campaign-goal':
    'A campaign asks for 1,000 to 500,000 views and sets aside one credit for each. If credits are missing it does not start, and says how many.',
  'campaign-runs':
    'It runs for 7 or 30 days from the moment its credits are set aside. Whoever joins later has the time that is left. It ends before its time in the night in which its whole goal is charged.',
  'campaign-end':
    'It is completed when its goal was reached, and expired otherwise. Creators keep what they earned in both cases. Credits that it did not use return to the brand with the final settlement.',
  'campaign-delete':
    'A brand may rename a campaign at any time. It may delete it while no view of it is known: if nobody has joined, it is gone and its credits return at once. If creators have joined, it ends at that moment: what they brought until then is still read, checked and paid. If nothing is owed, the campaign then leaves the list.',
  'join-title': 'Joining',
  'join-account':
    'A creator joins with one verified account of the campaign’s network, once per campaign, and runs in 5 campaigns at most. The account cannot be changed afterwards.',
  'join-fits':
    'The audience’s language and the category of the content are those the campaign asks for. On Instagram the account has 5,000 average views at least. What is not known yet is judged once the account’s statistics have been refreshed. Whoever cannot join reads all the reasons.',
  'video-title': 'The video',
  'video-short': 'Only short upright videos count: Reels, TikTok videos and Shorts, 3 minutes at most, published after the sign-up.',
  'video-most': 'Of one sign-up at most {{videos}} videos are measured: those we find first.',
  'video-logo':
    'The brand’s logo stands in the upper half of the picture and takes at least {{share}} of it: 124,416 px² of 1080 × 1920. A logo that moves is a film of 15 seconds at least, so the video that shows it lasts as long.',
  'video-code':
    'The description holds the code given with the sign-up. Of several codes in one description, the first that belongs to a sign-up or partnership counts. A video that we list before its code is added starts with that fault.',
  'video-mention':
    'The description also says that the video is advertising: “Commercial collaboration” or an equivalent in English or French, such as “paid partnership”, “sponsored” or “publicité”. These words always count.',
  'video-label':
    'The network’s own label for paid content counts in their place on {{labelled}} only, while the creator gives us access to it; if it can’t be read for a time, its last known state stands. On {{unlabelled}} we can’t read the label, so the words are required.',
  'video-bio':
    'The campaign’s link stands in the bio throughout. Account and video stay public and without age restriction, and the video is not deleted.',
  'views-title': 'Qualified views',
  'views-read': 'Views are read every night between 00:00 and 01:00, Paris, up to the final reading. Every reading is kept as it was.',
  'views-window':
    'Views count from the sign-up to the campaign’s end, those of one video for 14 days at most after it was first found, unless the sign-up says another number of days. Its views at the end of that time are interpolated on a straight line between the readings before and after.',
  'views-qualified':
    'Qualified views are all views, less those excluded and those in review. While a campaign runs, nothing that has qualified is taken back: neither by a figure that falls, nor by a later fault, nor by a deletion. Only the final reading takes views off.',
  'excluded-title': 'Excluded views',
  'excluded-until':
    'A fault found at a reading excludes the views since the reading before, and all further ones up to the reading that finds it fixed. From then on views count again; what was excluded stays excluded.',
  'reasons-caption': 'Why views are excluded, and how to fix it',
  'reasons-why': 'Reason',
  'reasons-mend': 'How to fix it',
  'review-title': 'Views in review',
  'review-what':
    'Two things wait for a person: growth that does not look human, and a logo that could not be told. Meanwhile such views are neither charged nor paid.',
  'review-who':
    'An administrator of Reelfair decides both. The brand may say yes to its logo before that, and never no. Creator and brand read who decided, when and why.',
  'review-default':
    'A review is open for 72 hours, and never longer than until 00:00 on the day of the planned final reading. Without a decision by then, this applies from the first settlement after it: a logo that could not be told counts for the creator; growth that does not look human is excluded. A review that the final reading opens is decided so at once.',
  'share-title': 'Who gets the views',
  'share-night':
    'Every night at {{settled}}, Paris, the views of a campaign are granted to all its sign-ups together. If they ask for more than the goal has left, it is shared in proportion to what each asks for. What remains after whole views goes to the largest remainders, and between equal ones to the earlier sign-up.',
  'share-reserved':
    'Granted views that are in review are reserved. Once a review says yes they are charged; once it says no they are free again for all sign-ups. When all views are charged or reserved, sign-ups close. Views beyond the goal are neither charged nor paid.',
  'final-title': 'Final reading',
  'final-when':
    'The final reading is that of the second night after a campaign that ends by {{settled}}, Paris, and of the third night after a later end. The final settlement follows at {{settled}}. The screens of creator and brand name its date and time.',
  'final-gone':
    'All counted views of a video come off if it is deleted, private or age-restricted at the final reading. The creator is warned as soon as a reading finds it so, and nothing is lost if the video is back in time.',
  'final-removed':
    'Of every other video, views come off as far as its figure is then below what was counted: the network has removed them. Growth after the days in which the video counts covers such losses first. If the figure is unknown, nothing comes off.',
  'final-order':
    'Views come off first from those already excluded, then from those in review, then from qualified ones. Only then may what is charged fall, and only as far as the remaining qualified views do not cover it. Pay falls with it before anything becomes available, and the credits return to the brand. A completed campaign stays completed.',
  'final-silent':
    'If a network does not answer, the final settlement waits for it, at most until the first {{settled}} that is 72 hours or more after the planned one; the screens name that date and the cause. For a video that stays silent the last known figures are final, and the receipt says that the final reading is missing.',
  'pay-title': 'Pay',
  'pay-rate':
    'A campaign pays {{campaign}} per 1,000 qualified views that were granted. That is half of the standard rate of {{standard}}, for the time being. A campaign keeps the rate of the day on which it was made.',
  'pay-cents':
    'Pay is reckoned from all granted views since the beginning and rounded down to the cent, never from parts that were rounded. The receipt shows the sum, and can be recomputed from the readings.',

  'money-title': 'Earnings and transfers',
  'money-held':
    'What a campaign earns grows each night. After its end it is held until the final settlement, less what the final reading takes off. Then it is available.',
  'money-stripe':
    'Creators are paid on an account of their own at Stripe, in the countries that Stripe supports. Until it is active, what is available waits, without limit.',
  'money-transfer':
    'A transfer takes {{minimum}} at least, and the creator asks for it. A transfer that fails or is taken back is available again.',
  'money-tax': 'All amounts exclude tax. VAT not applicable (franchise en base) to what creators are paid.',

  'partnerships-title': 'Partnerships',
  'partnerships-later':
    'A brand’s invitation to one creator stands on that creator’s dashboard. Accepting one is not possible yet: until it is, each expires. From then on, this holds.',
  'partnerships-invitation':
    'An invitation sets aside the credits of its goal and is valid for 24 hours. Refused or expired, its credits return to the brand.',
  'partnerships-run':
    'A partnership runs for 7 days from its beginning. It pays {{partnership}} per 1,000 views of its goal, by how much of the goal was reached; at 100% it is complete at once.',
  'partnerships-final':
    'At its end the pay of the reached tier is held for a final reading by the same rules: reviews decided by then may raise the tier, and removed views may lower it. Pay that becomes available is transferred by itself to an active account, from {{minimum}} on.',
  'partnerships-code': 'A partnership has a code of its own, by which its videos are found.',
  'tiers-caption': 'What a partnership pays',
  'tiers-reached': 'Goal reached',
  'tiers-below': 'below {{to}}',
  'tiers-between': '{{from}} to {{to}}',
  'tiers-from': '{{from}} or more',
  'tiers-pays': 'Pays the creator',
  'tiers-returns': 'Credits that return',

  'fraud-title': 'Fraud and breaches',
  'fraud-views':
    'Views that are bought, exchanged or made by programs, and accounts under a false identity, are fraud. Such views are excluded.',
  'fraud-breach':
    'A serious breach of these terms can cancel the payment of what it concerns and suspend the account. Whoever it concerns is told why and can answer.',
  'fraud-liability': 'Reelfair’s liability is limited to the payments of the last 6 months.',

  'kept-title': 'What is kept, and for how long',
  'kept-metrics': 'Readings, videos and reviews are kept for 24 months after the end that was planned for the sign-up.',
  'kept-security': 'Security logs, attempts at verification among them, are kept for 12 months.',
  'kept-invoices': 'Invoices, and the entries of the accounts that they rest on, are kept for 10 years.',
  'kept-little':
    'A session ends after 14 days without use, after 30 days in any case. Mails that were sent, and logos that neither a campaign nor a draft uses, are removed after 30 days.',
  'kept-bank': 'Cards and bank details are entered at Stripe alone. They never reach Reelfair.',

  'changes-title': 'Changes and contact',
  'changes-later': 'New terms are published on this page, with a version of their own, and take effect 15 days later.',
  'changes-contact': 'A person answers within about 2 working days:',
} as const
