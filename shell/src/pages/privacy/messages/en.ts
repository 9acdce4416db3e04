export const en = {
  title: 'Privacy policy',
  note: 'Last updated {{day}}.',
  terms: 'Terms',
  lead: 'This page explains what Reelfair knows about you, why, who else sees it, how long we keep it, and what choices you have.',
  contents: 'Contents',

  'who-title': 'About us and you',
  'who-controller':
    'Reelfair decides why and how the personal data described here is used. You can reach us through the contact page or at the address at the end of this policy.',
  'who-adult': 'Reelfair is for professionals aged 18 or over. We don’t knowingly keep data about anyone younger.',
  'who-required':
    'To have an account, you need to give us an e-mail address. To use Reelfair as a brand, you also need to tell us your brand’s name and a contact person. Everything else is optional, or needed only for the feature you use.',

  'data-title': 'What we store',
  'data-account':
    'Everyone: e-mail address, role, language, when the address was confirmed, each version of the Terms that you accepted, with time and IP address, and, if you connect Google, the ID and e-mail address of your Google account. We store passwords only as an Argon2id hash, which can’t be turned back into the password.',
  'data-creator':
    'Creators: your first and last name if you add them, the usernames of your social accounts, their public statistics (followers, average views, usual price per 1,000 views, language, category, city and country), bio, profile picture and latest videos (title, cover, date and views), and the code that proves an account is yours.',
  'data-connection':
    'Creators who connect a social account: since when, and the access tokens with which the network lets us read the account and its videos. We store the tokens encrypted, and never see your password.',
  'data-videos':
    'Creators: for videos that are part of a campaign or partnership, the address, caption, view counts and thumbnail, whether the logo, code, mention and link were found, and our decisions on them.',
  'data-brand':
    'Brands: name, company details or when you postponed adding them, contact person with e-mail address and phone number, logo, campaigns, saved searches and purchases.',
  'data-money':
    'Money: purchases, earnings and transfers, with amounts and dates. Card numbers and bank details are entered only at Stripe and never reach us.',
  'data-security':
    'Security: sessions, browsers that have signed in, a log of sign-ins, failures, changes and requests with the time, IP address and browser name, and attempts to verify a social account with the browser’s name.',
  'data-factor':
    'Two-step sign-in, if you turn it on: the secret that your authenticator app shares with us, encrypted, and fingerprints of your recovery codes.',
  'data-contact': 'Messages from the contact page: your name, e-mail address, the topic and what you wrote.',

  'why-title': 'Why we use it',
  'why-contract':
    'To provide what you signed up for: accounts, campaigns, counting views, purchases and pay. The legal basis is our contract with you.',
  'why-law': 'To keep accounting records. The legal basis is a legal obligation.',
  'why-safety':
    'To protect accounts against guessed passwords and campaigns against fake views, and to answer your messages. The legal basis is our legitimate interest in a safe and fair marketplace.',
  'why-not': 'We show no third-party advertising, don’t measure your visits with analytics tools, and don’t sell personal data.',
  'why-automatic':
    'Software flags growth that doesn’t look human and logos it can’t recognise. Those views wait for a person’s decision. If nobody decides in time, the rule stated in the Terms applies, and the reason is shown to you. You can ask us to look at it again.',

  'others-title': 'Who else sees it',
  'others-brands':
    'Registered brands can find verified, public social accounts: the username, public statistics with their date, a picture (the latest video’s cover or the profile picture), and how earlier partnerships ended. They also see the videos, view counts and exclusion reasons of creators who take part in their campaigns. They never see a creator’s e-mail address or balance.',
  'others-public':
    'Creators: if you switch on the public page of a social account, anyone can read its username, the date of verification, its public statistics, bio, profile picture and latest videos, and how your earlier partnerships ended. The page ends as soon as you switch it off.',
  'others-creators':
    'Creators see a brand’s name, logo and campaign link, and in an invitation how many of its earlier partnerships paid. They never see the contact person or what the brand has paid.',
  'others-caption': 'Companies that work for us or that you use together with Reelfair',
  'others-company': 'Company',
  'others-what': 'What it receives, and why',
  'others-stripe': 'Stripe',
  'others-stripe-what':
    'To take a brand’s payment: its user ID, the order with its package and price, and the language. To pay a creator: user ID, e-mail address, country, language and the amount of each transfer. Stripe asks you for card, bank and identity details itself, under its own privacy policy.',
  'others-workflow': 'The service that checks social accounts and reads their figures for us',
  'others-workflow-what':
    'To verify a social account: your Reelfair user ID, the username and network, the code, the time, your browser’s name and the address of our site. To read public figures: the username and the network’s IDs of the account and its videos.',
  'others-networks': 'Instagram, TikTok, YouTube',
  'others-networks-what':
    'The username and the video addresses that we read public figures for. When a page shows a video’s thumbnail, your browser loads it from the network, which then sees your IP address. If you connect an account, the network learns that you use Reelfair.',
  'others-google': 'Google',
  'others-google-what':
    'Only if you use the Google button: Google tells us your e-mail address, whether it is confirmed, and a number that identifies your Google account. Google learns that you sign in to Reelfair.',
  'others-mail': 'Our mail provider',
  'others-mail-what': 'To deliver our e-mails: your address and the text of each e-mail.',
  'others-outside':
    'Stripe and Google also process data outside the European Economic Area, under the European Commission’s standard contractual clauses or an adequacy decision.',

  'kept-title': 'How long we keep it',
  'kept-caption': 'Retention',
  'kept-what': 'Data',
  'kept-how-long': 'Kept for',
  'kept-account': 'Account, profile and brand details, including earlier ones',
  'kept-account-how-long': 'As long as the account exists; browsers that showed a brand’s logo may keep it for one more day',
  'kept-signups': 'Sign-ups with an address that nobody confirmed',
  'kept-signups-how-long': '30 days',
  'kept-evidence': 'When and from which IP address you accepted the Terms',
  'kept-evidence-how-long': '5 years after you delete your account, without your name',
  'kept-company': 'Company details of a brand that bought credits',
  'kept-company-how-long': '10 years after it deletes its account, as part of our accounting records',
  'kept-campaigns': 'Campaigns, sign-ups for them and partnerships',
  'kept-campaigns-how-long': 'As long as the account exists; after that, without names and links, as part of our accounting records',
  'kept-metrics': 'Readings, videos and reviews',
  'kept-metrics-how-long': '24 months after the planned end of the sign-up or partnership',
  'kept-attempts': 'Attempts to verify a social account',
  'kept-attempts-how-long': '12 months',
  'kept-access': 'Access tokens of connected social accounts',
  'kept-access-how-long':
    'Until you disconnect the account or the network ends the access, and then for up to 7 days until the network has revoked them',
  'kept-connecting': 'Unfinished connections of social accounts',
  'kept-connecting-how-long': '15 minutes',
  'kept-money': 'Accounting records: purchases, earnings, transfers and the entries behind them',
  'kept-money-how-long': 'At least 10 years, as required by law',
  'kept-drafts': 'Campaign drafts',
  'kept-drafts-how-long': '90 days after the last change',
  'kept-unfunded': 'Campaigns that never started for lack of credits',
  'kept-unfunded-how-long': '30 days',
  'kept-invitations': 'Invitations, whether accepted or not',
  'kept-invitations-how-long': '90 days after the invitation, or the partnership that it led to, has ended',
  'kept-orders': 'Orders that expired unpaid',
  'kept-orders-how-long': '30 days',
  'kept-reservations': 'Credit reservations that were refused',
  'kept-reservations-how-long': '60 days',
  'kept-notifications': 'Notifications',
  'kept-notifications-how-long': '12 months',
  'kept-sessions': 'Sessions, with the browser’s name, sign-in method and last use',
  'kept-sessions-how-long': '14 days of inactivity, and 30 days at most',
  'kept-devices': 'Browsers that have signed in',
  'kept-devices-how-long': '400 days without use',
  'kept-pending': 'Unfinished sign-ins: with Google, or waiting for a two-step code',
  'kept-pending-how-long': '10 minutes',
  'kept-log': 'Security log: sign-ins, failures, changes and requests, with IP address and browser',
  'kept-log-how-long': '12 months',
  'kept-failures':
    'Counts of failed sign-ins, of e-mails that you asked for and of messages from the contact page, per e-mail address and network (IP address), stored as fingerprints',
  'kept-failures-how-long':
    '15 minutes after the last failure; requested e-mails, 45 minutes at most; incorrect two-step codes and contact messages, 24 hours',
  'kept-mails': 'The record that we sent you an e-mail, without its text',
  'kept-mails-how-long': '30 days',
  'kept-contact': 'Messages from the contact page',
  'kept-contact-how-long': 'In our database, until they reach our support mailbox, where they stay',
  'kept-media': 'Uploaded logos that no campaign, draft, invitation or partnership uses',
  'kept-media-how-long': '30 days',
  'kept-invited': 'Logos of invitations and partnerships',
  'kept-invited-how-long': '120 days after the invitation, or 25 months after the end of the partnership',
  'kept-links': 'Links in our e-mails',
  'kept-links-how-long': 'Until used; 24 hours at most',
  'kept-exports': 'Files with your data that you prepare on the account page',
  'kept-exports-how-long': '7 days',
  'kept-tasks': 'Records that such a file was prepared, without its content',
  'kept-tasks-how-long': '30 days',
  'kept-requests': 'Responses that we keep so that a repeated request, such as a double click, takes effect only once',
  'kept-requests-how-long': '48 hours',
  'kept-transit': 'Messages between the parts of Reelfair',
  'kept-transit-how-long': 'Until they are processed, usually within seconds',
  'kept-marker': 'The record that your account was deleted: your user ID, your role, dates, and the credits and money that you gave up',
  'kept-marker-how-long': 'Indefinitely, so that deleted data is never restored',

  'cookies-title': 'Cookies',
  'cookies-few': 'We set only cookies that the site needs. None of them tracks you, so we don’t ask for consent.',
  'cookies-caption': 'Cookies and browser storage',
  'cookies-name': 'Name',
  'cookies-why': 'Purpose',
  'cookies-lasts': 'Expires after',
  'cookies-session-why': 'Keeps you signed in',
  'cookies-session-lasts': '30 days, or when you sign out',
  'cookies-device-why':
    'Recognises a browser you have signed in with, so that other people’s wrong passwords don’t slow you down, and so that we can alert you to a sign-in from a browser we don’t know',
  'cookies-device-lasts': '400 days',
  'cookies-oauth-why': 'Ties a sign-in with Google to this browser while you are at Google',
  'cookies-oauth-lasts': '10 minutes',
  'cookies-challenge-why': 'Ties a sign-in to this browser while it waits for the code of two-step sign-in',
  'cookies-challenge-lasts': '10 minutes',
  'cookies-locale-why': 'Your language',
  'cookies-locale-lasts': '12 months',
  'cookies-storage-why':
    'Browser storage: language, light or dark theme, your role, so that the right page loads early, until you close the tab, the page from which you went to Google, the network on which you are connecting an account, and, for a day, the creator page that you began to book',
  'cookies-storage-lasts': 'Until you clear your browser’s data',

  'rights-title': 'Your rights',
  'rights-list':
    'You may ask for a copy of your data, have it corrected or erased, receive it in a machine-readable format, restrict its use, or object to it. Write to us: it costs nothing.',
  'rights-delete':
    'You can delete your account yourself on your account page, once your campaigns are settled and you have transferred or given up your balance. We then erase your e-mail address, names, social accounts, links, captions, sessions, security log and Google connection in all parts of Reelfair, usually within minutes. What Stripe holds, such as your payout account, stays with Stripe under its own privacy policy. The readings of your videos stay for 24 months after the planned end of the sign-up, without the network’s video IDs, because pay is recomputed from them.',
  'rights-download':
    'You can download a copy of your data yourself, on your account page. The file is in JSON format and contains no passwords and no other people’s data. We email you when it’s ready, and ask for your password (or, without one, a recent sign-in) before each download.',
  'rights-limits':
    'Accounting records can’t be erased before their legal retention period ends. Figures that other people’s pay is based on stay, without your name.',
  'rights-authority':
    'If you aren’t satisfied with our answer, you can complain to a data protection authority, in France the CNIL (www.cnil.fr).',

  'safe-title': 'How we protect it',
  'safe-transport':
    'The session cookie is sent only over encrypted connections and can’t be read by scripts. We store only fingerprints of session secrets and of links in e-mails.',
  'safe-few': 'Only the part of Reelfair that signs you in stores passwords, and it stores only their fingerprints.',

  'changes-title': 'Changes and contact',
  'changes-here': 'We publish changes on this page, with a new date.',
  'changes-contact': 'For questions or requests about your data:',
} as const
