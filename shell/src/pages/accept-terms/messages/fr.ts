import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Nouvelles Conditions',
  'note-brand':
    'La version {{version}} s’applique à tous depuis le {{day}}. Vous aviez accepté la version {{accepted}}. Pour créer une campagne, envoyer une invitation ou acheter des crédits, vous devez accepter la nouvelle version.',
  'note-creator':
    'La version {{version}} s’applique à tous depuis le {{day}}. Vous aviez accepté la version {{accepted}}. Pour participer à une autre campagne, vous devez accepter la nouvelle version.',
  changes: 'Ce qui change',
  'final-night':
    'Le dernier relevé a lieu la deuxième ou la troisième nuit suivant la fin d’une campagne, et non plus 48 heures après. La date et l’heure du décompte final sont affichées dans votre espace.',
  'final-deducts':
    'Lors du dernier relevé, nous déduisons les vues que le réseau a retirées, ainsi que toutes celles des vidéos supprimées, privées ou soumises à une restriction d’âge à ce moment-là, ou dont le compte n’est plus connecté alors que la connexion est nécessaire. Tant qu’une campagne est en cours, aucune vue qualifiée n’est retirée.',
  'final-silent':
    'Si un réseau ne répond pas, le décompte final est reporté. Il a lieu à 2 h, au plus tard la première nuit où au moins 72 heures se sont écoulées depuis l’heure prévue.',
  mention:
    'Les mentions équivalentes à « Collaboration commerciale », comme « sponsorisé », sont également acceptées. La mention prévue par le réseau ne peut remplacer ces mots que sur YouTube.',
  videos: 'Pour chaque participation, seules les 100 premières vidéos que nous détectons sont prises en compte.',
  partnerships: 'Chaque partenariat a son propre code, et sa rémunération est bloquée jusqu’à un dernier relevé soumis aux mêmes règles.',
  read: 'Lire la version {{version}} (nouvel onglet)',
  accept: 'J’accepte la version {{version}} des Conditions.',
  button: 'Accepter et continuer',
  failed: 'Votre accord n’a pas pu être enregistré. Veuillez réessayer.',
  later: 'Pas maintenant',
  'otherwise-brand':
    'Si vous n’acceptez pas les nouvelles Conditions, vous conservez l’accès à vos crédits et à vos campagnes en cours, et vous pouvez supprimer votre compte dans les',
  'otherwise-creator':
    'Si vous n’acceptez pas les nouvelles Conditions, vous conservez l’accès à votre solde et à vos campagnes en cours, et vous pouvez supprimer votre compte dans les',
  account: 'paramètres du compte',
}
