export const fr = {
  'overview-title': 'Vue d’ensemble',
  'overview-note': 'Ce que Reelfair a fait la nuit dernière, et ce qu’il fera ensuite.',
  'reading-title': 'Relevé de nuit',
  'reading-failed': 'Le dernier relevé n’a pas pu être chargé.',
  'reading-none': 'Aucun relevé n’a encore été fait.',
  'reading-none-text': 'Le premier aura lieu le {{at}}.',
  'reading-of': 'journée du {{day}}, terminé le {{at}}',
  'reading-accounts': 'Comptes à relever',
  'reading-next': 'Prochain relevé :',
  'reading-in': '{{at}}, dans {{time}}',
  'reading-now': '{{at}}, en cours',
} as const
