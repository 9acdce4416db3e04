export const fr = {
  'overview-title': 'Vue d’ensemble',
  'overview-note': 'Ce que la maison a fait la nuit dernière, et ce qu’elle fera ensuite.',
  'reading-title': 'Relevé de nuit',
  'reading-failed': 'Le dernier relevé ne s’est pas chargé.',
  'reading-none': 'Aucun relevé n’a encore été fait.',
  'reading-none-text': 'Le premier aura lieu le {{at}}.',
  'reading-of': 'journée du {{day}}, terminé {{at}}',
  'reading-accounts': 'Comptes à relever',
  'reading-next': 'Prochain relevé :',
  'reading-in': '{{at}}, dans {{time}}',
  'reading-now': '{{at}}, en cours',
} as const
