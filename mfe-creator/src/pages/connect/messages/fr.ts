export const fr = {
  title: 'Connecter votre compte',
  'waiting-note': 'En attente de la confirmation du réseau. Cela prend généralement quelques secondes.',
  connected: '@{{username}} est vérifié et connecté.',
  verified: '@{{username}} est vérifié.',
  declined: '*Vous n’avez pas autorisé la connexion.*',
  'declined-note': 'Rien n’a changé.',
  'declined-required':
    '{{network}} ne nous montre les vidéos qu’avec votre accord : sans lui, nous ne pouvons ni vérifier un compte ni compter ses vues.',
  'declined-offered': 'Vous pourrez connecter le compte plus tard, ou le faire vérifier avec un code dans sa bio.',
  failed: '*Le compte n’a pas pu être connecté.*',
  empty: '*Il n’y a rien à connecter ici.*',
  'empty-note': 'Cette page ne sert qu’au retour d’un réseau.',
  done: '*C’est déjà fait :* ces comptes sont vérifiés.',
  'done-note': 'Le lien du réseau ne sert qu’une fois : vous n’en avez plus besoin.',
  accounts: 'Retour à vos comptes',
  dashboard: 'Aller à l’accueil',
} as const
