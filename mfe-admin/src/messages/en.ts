export const en = {
  'overview-title': 'Overview',
  'overview-note': 'What the house did last night, and what it does next.',
  'reading-title': 'Nightly reading',
  'reading-failed': 'The last reading did not load.',
  'reading-none': 'No reading has been made yet.',
  'reading-none-text': 'The first one is made {{at}}.',
  'reading-of': 'business day {{day}}, finished {{at}}',
  'reading-accounts': 'Accounts to read',
  'reading-next': 'Next reading:',
  'reading-in': '{{at}}, in {{time}}',
  'reading-now': '{{at}}, running now',
} as const
