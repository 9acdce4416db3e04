export const fr = {
  'verify-title': 'Consultez vos e-mails',
  'verify-note': 'L’adresse se confirme une seule fois. Ainsi, personne n’ouvre de compte à votre nom.',
  'verify-sent-note': 'Il arrive en une minute en général. Vous pouvez quitter cette page : le lien fonctionne sur tout appareil.',
  'verify-sent': 'Un e-mail est en route vers',
  'verify-step-1': 'Ouvrez l’e-mail « Confirmez votre adresse e-mail ».',
  'verify-step-2':
    'Suivez son lien et saisissez le mot de passe que vous venez de choisir. Le lien fonctionne pendant 24 heures et une seule fois.',
  'verify-step-3-creator': 'Vous êtes connecté et pouvez ajouter vos comptes sociaux.',
  'verify-step-3-brand': 'Vous êtes connecté et nous dites qui est derrière la marque.',
  'verify-none':
    'Rien après deux minutes ? Regardez dans le dossier des indésirables, puis faites-le renvoyer. Seul le lien le plus récent fonctionne.',
  'verify-done': 'Si cette adresse attend une confirmation, un nouvel e-mail est en route.',
  'verify-wrong': 'L’adresse est mal saisie ?',
  'verify-other': 'S’inscrire avec une autre',
  'verify-ask-hint': 'Celle de votre inscription. Si elle attend une confirmation, un nouveau lien y est envoyé.',
} as const
