export const fr = {
  'delete-ask': 'Supprimer « {{name}} » ?',
  'delete-text':
    'Aucune vue n’a été comptée. Les {{views}} crédits réservés pour cette campagne seront immédiatement reversés sur votre solde.',
  'delete-text-unfunded': 'Cette campagne n’a jamais démarré et aucun crédit n’a été réservé.',
  'delete-text-settled': 'Aucune vue n’a été comptée et les crédits de la campagne ont déjà été reversés sur votre solde.',
  'delete-joined_one': '{{count}} créateur participe. La campagne se terminera immédiatement et plus personne ne pourra y participer.',
  'delete-joined_many': '{{count}} créateurs participent. La campagne se terminera immédiatement et plus personne ne pourra y participer.',
  'delete-joined_other': '{{count}} créateurs participent. La campagne se terminera immédiatement et plus personne ne pourra y participer.',
  'delete-joined-then':
    'Les vues obtenues jusqu’à présent seront relevées une dernière fois et payées le {{at}}. S’il n’y en a aucune, la campagne sera alors supprimée et les {{views}} crédits seront reversés sur votre solde.',
  'delete-over': 'La campagne est terminée et nous relevons encore ses dernières vues.',
  'delete-over-then':
    'Les vues qualifiées seront payées le {{at}}. S’il n’y en a aucune, la campagne sera alors supprimée et les {{views}} crédits seront reversés sur votre solde.',
  'delete-over-late':
    'Les vues qualifiées seront payées au plus tard le {{at}}. S’il n’y en a aucune, la campagne sera alors supprimée et les {{views}} crédits seront reversés sur votre solde.',
  'delete-creators_one': '{{count}} créateur a participé à cette campagne et verra que vous l’avez supprimée.',
  'delete-creators_many': '{{count}} créateurs ont participé à cette campagne et verront que vous l’avez supprimée.',
  'delete-creators_other': '{{count}} créateurs ont participé à cette campagne et verront que vous l’avez supprimée.',
  'delete-confirm': 'Supprimer la campagne',
  'delete-confirm-end': 'Terminer la campagne',
  'delete-done': 'Campagne supprimée',
  'delete-ended': 'Campagne terminée. Nous relevons ses dernières vues.',
  'delete-failed': 'Échec de la suppression',
} as const
