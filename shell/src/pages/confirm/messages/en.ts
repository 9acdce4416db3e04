export const en = {
  'confirm-title': 'Confirm your e-mail address',
  'confirm-note': 'You only need to confirm your address once. This stops others from opening an account in your name.',
  'confirm-lead': '*Enter your password* to activate your account.',
  'confirm-lead-note': 'The link proves that the address is yours. The password proves that you signed up.',
  'confirm-password-hint': 'The password you chose when you signed up.',
  'confirm-wrong': 'Incorrect password. Did someone else sign up with your address?',
  'confirm-sign-up-again': 'Sign up again',
  'confirm-dead-note':
    'A new e-mail takes about a minute to arrive. Only the newest link works. It expires in 24 hours and works only once.',
  'confirm-done-before': 'Already confirmed?',
  'confirm-incomplete': 'This link is incomplete. Copy it from the e-mail again, or request a new one.',
  'confirm-dead': 'This link no longer works.',
  'confirm-button': 'Confirm and sign in',
  'confirm-failed': 'We couldn’t confirm your address. Please try again.',
} as const
