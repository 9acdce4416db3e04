export const en = {
  title: 'Delete account',
  note: 'This can’t be undone.',
  lead: 'Deletion erases your personal data and ends your access.',
  open: 'Delete account',
  'by-command': 'Administrators’ accounts can only be deleted from the command line.',

  'erased-creator':
    'Erased: your e-mail address and name, your social accounts, the links and captions of your videos, your notifications, sessions and security log, and the connection to Google.',
  'erased-brand':
    'Erased: your e-mail address, your brand’s name, contact, links and logos, your notifications, sessions and security log, and the connection to Google.',
  'kept-creator':
    'Kept without your name: what brands paid for your views, and accounting entries. Brands see “Deleted account”. Also kept: readings of your videos, without links, captions or the network’s video IDs, for 24 months, and when and from which IP address you accepted the Terms, for 5 years. Your payout account stays with Stripe.',
  'kept-brand':
    'Kept without your name: what creators earned in your campaigns and partnerships, and accounting entries. If you bought credits, your company details stay in our accounting records for 10 years. Creators see “Deleted account”. Also kept: when and from which IP address you accepted the Terms, for 5 years. Stripe keeps its own records of your payments.',
  undo: 'You can sign up again with the same address, but you won’t get your data back.',

  'check-failed': 'We couldn’t check whether you can delete your account.',
  'blocked-title': 'You can’t delete your account yet',
  'blocked-lead': 'Settle this first:',
  'possible-from': 'Possible from {{at}}',

  'obstacle-campaigns_unsettled':
    'Campaigns not settled yet: {{amount}}. Wait until their final checks are done, or delete those without views.',
  'obstacle-sign_ups_unsettled': 'Campaigns you’re taking part in: {{amount}}. Wait until they are settled.',
  'obstacle-invitations_open': 'Open invitations: {{amount}}. They expire within 24 hours.',
  'obstacle-partnerships_unsettled': 'Partnerships not settled yet: {{amount}}. Wait until their final checks are done.',
  'obstacle-credits_held':
    'Reserved credits: {{amount}}. They’ll be used or returned when your campaigns, invitations and partnerships are settled.',
  'obstacle-credits_available': 'Credits that would be lost: {{amount}}. Give them up below.',
  'obstacle-orders_unpaid': 'Unpaid orders: {{amount}}. Pay them, or wait up to a day for them to expire.',
  'obstacle-earnings_accruing': 'Still being earned: {{amount}}. Wait until the campaigns end.',
  'obstacle-earnings_held': 'Held for final checks: {{amount}}. Your balance page shows the date.',
  'obstacle-earnings_arriving': 'Earnings being added to your balance: {{amount}}. Try again in a few minutes.',
  'obstacle-balance_payable':
    'Available to transfer: {{amount}}. Transfer it first if you can, or give it up when you delete your account.',
  'obstacle-balance_small': 'Balance that would be lost: {{amount}}. Give it up below.',
  'obstacle-balance_refused': 'Balance that the payment provider won’t pay out: {{amount}}. Contact us, or give it up below.',
  'obstacle-transfers_running': 'On its way to your payout account: {{amount}}. Wait until it arrives.',
  'obstacle-transfers_in_review': 'Transfers that we are reviewing: {{amount}}. Contact us if it takes more than two days.',

  'waive-credits_available': 'I give up {{amount}} credits, which are not refundable.',
  'waive-balance_small': 'I give up {{amount}}, which is below the minimum transfer.',
  'waive-balance_payable': 'I give up {{amount}}, which I haven’t transferred.',
  'waive-balance_refused': 'I give up {{amount}}, which the payment provider refuses to pay out.',
  'waive-missing': 'Tick this box to continue.',

  'transfer-first': '{{amount}} is still in your balance',
  'transfer-first-text': 'If you can, transfer it before you delete your account. Once the account is deleted, the money is lost.',
  'transfer-first-go': 'Go to your balance',

  email: 'Type your e-mail address to confirm',
  'email-missing': 'Type {{email}}.',
  confirm: 'Delete my account for good',
  failed: 'We couldn’t request the deletion. Please try again.',

  'pending-title': 'Your account is being deleted',
  'pending-text': 'We’re making sure that nothing is unsettled. This usually takes a few seconds; you’ll then be signed out.',

  'gone-title': 'Goodbye',
  'gone-sentence': 'Your account is deleted.',
  'gone-note': 'You are signed out everywhere, and we’ve emailed a confirmation to your old address.',
  'gone-home': 'Go to the home page',
} as const
