export const fr = {
  'confirm-title': 'Confirmez votre adresse e-mail',
  'confirm-note': 'Cette étape n’est à faire qu’une seule fois. Elle empêche toute autre personne d’ouvrir un compte à votre nom.',
  'confirm-lead': '*Saisissez votre mot de passe* pour activer votre compte.',
  'confirm-lead-note':
    'Le lien prouve que l’adresse vous appartient. Le mot de passe prouve que vous êtes bien à l’origine de l’inscription.',
  'confirm-password-hint': 'Celui que vous avez choisi à l’inscription.',
  'confirm-wrong': 'Mot de passe incorrect. Quelqu’un d’autre s’est-il inscrit avec votre adresse ?',
  'confirm-sign-up-again': 'S’inscrire à nouveau',
  'confirm-dead-note':
    'Un nouvel e-mail arrive en une minute environ. Seul le lien le plus récent fonctionne. Il est valable 24 heures et ne peut servir qu’une seule fois.',
  'confirm-done-before': 'Adresse déjà confirmée ?',
  'confirm-incomplete': 'Ce lien est incomplet. Copiez-le à nouveau depuis l’e-mail ou demandez-en un autre.',
  'confirm-dead': 'Ce lien ne fonctionne plus.',
  'confirm-button': 'Confirmer et se connecter',
  'confirm-failed': 'Erreur de confirmation. Veuillez réessayer.',
} as const
