export const fr = {
  'delete-ask': 'Supprimer « {{name}} » ?',
  'delete-text': 'Aucune vue n’a été comptée. Les {{views}} crédits réservés pour elle vous reviennent aussitôt.',
  'delete-text-unfunded': 'Elle n’a jamais démarré, et rien n’a été réservé pour elle.',
  'delete-text-settled': 'Aucune vue n’a été comptée, et ses crédits vous sont déjà revenus.',
  'delete-joined_one': '{{count}} créateur participe. La campagne se termine maintenant, et plus personne ne peut la rejoindre.',
  'delete-joined_many': '{{count}} de créateurs participent. La campagne se termine maintenant, et plus personne ne peut la rejoindre.',
  'delete-joined_other': '{{count}} créateurs participent. La campagne se termine maintenant, et plus personne ne peut la rejoindre.',
  'delete-joined-then':
    'Les vues apportées jusqu’ici sont relevées une dernière fois et payées le {{at}}. S’il n’y en a aucune, la campagne disparaît alors et les {{views}} vues vous reviennent toutes.',
  'delete-over': 'La campagne est terminée, et ses dernières vues sont encore en cours de relevé.',
  'delete-over-then':
    'Celles qui comptent sont payées le {{at}}. S’il n’y en a aucune, la campagne disparaît alors et les {{views}} vues vous reviennent toutes.',
  'delete-over-late':
    'Celles qui comptent sont payées le {{at}} au plus tard. S’il n’y en a aucune, la campagne disparaît alors et les {{views}} vues vous reviennent toutes.',
  'delete-creators_one': '{{count}} créateur participe et lira que vous l’avez retirée.',
  'delete-creators_many': '{{count}} de créateurs participent et liront que vous l’avez retirée.',
  'delete-creators_other': '{{count}} créateurs participent et liront que vous l’avez retirée.',
  'delete-confirm': 'Supprimer la campagne',
  'delete-confirm-end': 'Terminer la campagne',
  'delete-done': 'Campagne supprimée',
  'delete-ended': 'Campagne terminée. Ses dernières vues sont en cours de relevé.',
  'delete-failed': 'Échec de la suppression',
} as const
