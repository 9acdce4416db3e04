export const en = {
  'guide-title': 'Creator guide',
  'guide-lead': 'How to make a video whose views count, and when you’re paid for them.',
  'guide-examples': 'A video that counts, and one that doesn’t',
  'guide-right': 'This video counts',
  'guide-right-alt': 'A vertical video with the logo across its upper half. Its description has the code and the words “{{mention}}”.',
  'guide-right-why': 'The logo is large and in the upper half. The description has the code and the disclosure.',
  'guide-wrong': 'This video doesn’t count',
  'guide-wrong-alt': 'A vertical video with a small logo. Its description has neither the code nor the disclosure.',
  'guide-wrong-why':
    'The logo is too small, and the description has neither the code nor the disclosure. Any one of these is enough to exclude the views.',
  'guide-wrong-text': 'New breakfast!',
  'guide-start': 'Before you film',
  'guide-start-account':
    'Verify a social account: connect it, where the network offers that, or put our code in its bio, which we check within two minutes.',
  'guide-start-join':
    'Sign up for a campaign with that account, or accept a brand’s invitation. Videos published before the sign-up, or before the partnership starts, don’t count.',
  'guide-start-link': 'Put the campaign’s link in the account’s bio and leave it there until the campaign ends.',
  'guide-film': 'Film and publish',
  'guide-film-code':
    'Put your code, like {{code}}, in the description. That’s how we find the video. If there are several codes, the first one that belongs to a sign-up or partnership counts.',
  'guide-film-most': 'For each sign-up, up to {{most}} videos count: the first ones we find.',
  'guide-mention': 'Disclosure on each network',
  'guide-mention-note': 'The law requires you to say that a video is an ad.',
  'guide-excluded': 'Why views are excluded',
  'guide-excluded-note': 'Once a fault is fixed, views count again from the next reading. Excluded views stay excluded.',
  'guide-excluded-why': 'Reason',
  'guide-excluded-fix': 'How to fix it',
  'guide-read': 'When views are read',
  'guide-read-review':
    'Views that look automated, and logos we can’t recognise, wait in review for a decision. You’ll see each decision and the reason for it.',
  'guide-read-default':
    'If nobody decides within {{hours}}, or before the final reading if that comes first, views that look automated are excluded, and views of videos whose logo we can’t recognise count.',
  'guide-read-default-later':
    'If nobody decides in time, or before the final reading at the latest, views that look automated are excluded, and views of videos whose logo we can’t recognise count.',
  'guide-read-last':
    'After the campaign ends, there’s a final reading. Until then, don’t delete the video, and keep it and your account public.',
  'guide-pay': 'When you’re paid',
  'guide-pay-failed': 'We couldn’t load the rates.',
  'guide-pay-campaign': 'Campaigns: {{rate}} per 1,000 qualified views, rounded down to the cent on the total.',
  'guide-pay-partnership':
    'Partnerships: {{rate}} per 1,000 views of the goal if you reach it. Below 25% of the goal, nothing is paid; from 25%, 50% or 75%, you’re paid that share.',
  'guide-pay-when':
    'Earnings are held for the final reading. They become available at {{time}}, Paris time, two days after the campaign ends, or three if it ends after {{time}}; if a network doesn’t respond, up to four days later. Your dashboard shows the exact date.',
  'guide-pay-transfer': 'You can transfer your balance once it reaches {{minimum}} and your Stripe account is active.',
  'guide-pay-balance': 'Go to your balance',
  'guide-terms': 'Read the Terms',
} as const
