export const en = {
  title: 'New Terms',
  'note-brand':
    'Version {{version}} has applied to everyone since {{day}}. You accepted version {{accepted}}. New campaigns, invitations and purchases require the new version.',
  'note-creator':
    'Version {{version}} has applied to everyone since {{day}}. You accepted version {{accepted}}. Joining another campaign requires the new version.',
  changes: 'Changes',
  'final-night':
    'The final reading takes place on the second or third night after a campaign ends, no longer 48 hours after it. Your screens show the date and time of the final settlement.',
  'final-deducts':
    'The final reading deducts views that the network has removed, and all views of any video that is deleted, private or age-restricted at that time, or whose account is no longer connected where we need the connection. While a campaign is running, no qualified view is taken back.',
  'final-silent':
    'If a network doesn’t respond, the final settlement is postponed. It takes place no later than the first 02:00 that is 72 hours or more after the planned one.',
  mention:
    'Equivalents of “Commercial collaboration”, such as “sponsored”, also count. The network’s own label can replace these words on YouTube only.',
  videos: 'For each sign-up, at most 100 videos count: the first ones we find.',
  partnerships: 'Each partnership has its own code, and its pay is held until a final reading under the same rules.',
  read: 'Read version {{version}} (opens in a new tab)',
  accept: 'I accept version {{version}} of the Terms.',
  button: 'Accept and continue',
  failed: 'We couldn’t save your acceptance. Please try again.',
  later: 'Not now',
  'otherwise-brand':
    'Without accepting, you keep access to your credits and your current campaigns, and you can delete your account in the',
  'otherwise-creator':
    'Without accepting, you keep access to your balance and your current campaigns, and you can delete your account in the',
  account: 'account settings',
} as const
