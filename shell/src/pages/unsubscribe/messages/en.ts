export const en = {
  title: 'Unsubscribe',
  note: 'You opened the link in our e-mail. You don’t need to sign in.',
  lead: '*Press the button* to stop these e-mails.',
  'lead-note': 'You’ll still find everything in the app, under the bell.',
  button: 'Unsubscribe',
  invalid: '*We couldn’t unsubscribe you* with this link.',
  'invalid-note': 'Nothing has changed. You can choose your e-mails in your account.',
  done: 'You won’t get e-mails about “{{name}}” any more.',
  'done-note': 'You can turn them back on at any time.',
  choose: 'Choose your e-mails',
} as const
