export const en = {
  title: 'Unsubscribe',
  note: 'With the link from our e-mail. You don’t need to sign in.',
  lead: '*Press the button* to stop these e-mails.',
  'lead-note': 'You’ll still find everything in the app, under the bell.',
  button: 'Unsubscribe',
  invalid: 'This link *can’t switch off* any e-mails.',
  'invalid-note': 'Nothing has changed. You can choose your e-mails in your account.',
  done: 'You won’t get e-mails about “{{name}}” any more.',
  'done-note': 'You can switch them on again at any time.',
  choose: 'Choose what reaches you',
} as const
