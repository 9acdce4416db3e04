export const en = {
  hint: '6 to 128 characters. A phrase you can remember works well.',
  'strength-none': 'Strength: at least 6 characters',
  'strength-common': 'Strength: too easy to guess',
  'strength-weak': 'Strength: weak. Make it longer.',
  'strength-fair': 'Strength: fair',
  'strength-strong': 'Strength: strong',
} as const
