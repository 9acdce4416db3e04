export const fr = {
  'nights-sum_one': '{{views}} vue qualifiée en {{nights}} nuits, toutes campagnes, y compris au-delà d’un objectif.',
  'nights-sum_many': '{{views}} de vues qualifiées en {{nights}} nuits, toutes campagnes, y compris au-delà d’un objectif.',
  'nights-sum_other': '{{views}} vues qualifiées en {{nights}} nuits, toutes campagnes, y compris au-delà d’un objectif.',
  'nights-label': 'Vues nuit par nuit, du {{from}} au {{to}}',
  'nights-failed': 'Les nuits n’ont pas pu être chargées.',
  'nights-none': 'Aucune nuit n’a encore été relevée.',
  'nights-none-text': 'Le premier relevé des vues a lieu après minuit, heure de Paris. Elles s’affichent ici toutes seules.',
  'nights-quiet': 'Aucune nouvelle vue ces {{nights}} dernières nuits.',
  'nights-quiet-text': 'Ici figure ce que chaque nuit apporte à toutes vos campagnes ensemble.',
  'nights-goal': '« {{name}} » atteint son objectif, {{views}}',
  'nights-running': '{{campaigns}} campagnes en cours',
  'nights-no-views': 'aucune nouvelle vue',
} as const
