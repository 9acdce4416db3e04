export const en = {
  'as-creator': 'Creator',
  'as-brand': 'Brand or agency',
  'accept-terms': 'I accept the Terms and I’m at least 18.',
  'terms-missing': 'Please accept the Terms.',
  'terms-read': 'Read the Terms (opens in a new tab)',
  'privacy-read': 'Read the Privacy Policy (opens in a new tab)',
  'terms-title': 'Summary of the Terms, version {{version}}',
  'terms-who': 'Reelfair is for professionals aged 18 or over.',
  'terms-views-creator':
    'You’re paid at the public rate for qualified views: real views that met the campaign’s rules. You aren’t paid for other views, and we tell you why.',
  'terms-money-creator':
    'Your earnings are held until the final reading. From 02:00 on the second or third night after the campaign ends, you can transfer them through Stripe. If a network doesn’t respond, this can take up to four days longer.',
  'terms-views-brand':
    'One view credit pays for one qualified view: a real view that met your campaign’s rules. Other views cost nothing, and we tell you why.',
  'terms-money-brand': 'Credits don’t expire and can’t be exchanged for money. Credits a campaign doesn’t use are returned to you.',
  'terms-kept': 'As proof of your acceptance, we keep the date and time, the version and your IP address.',
} as const
