export const fr = {
  'verify-title': 'Consultez vos e-mails',
  'verify-note': 'Cette étape n’est à faire qu’une seule fois. Elle empêche toute autre personne d’ouvrir un compte à votre nom.',
  'verify-sent-note':
    'L’e-mail arrive généralement en moins d’une minute. Vous pouvez quitter cette page : le lien fonctionne sur tous vos appareils.',
  'verify-sent': 'Nous avons envoyé un e-mail à',
  'verify-step-1': 'Ouvrez l’e-mail « Confirmez votre adresse e-mail ».',
  'verify-step-2':
    'Ouvrez le lien et saisissez le mot de passe que vous venez de choisir. Le lien expire au bout de 24 heures et ne fonctionne qu’une seule fois.',
  'verify-step-3-creator': 'Vous serez alors connecté et pourrez ajouter vos réseaux sociaux.',
  'verify-step-3-brand': 'Vous serez alors connecté et pourrez indiquer le nom de votre marque et un contact.',
  'verify-none':
    'Toujours rien après deux minutes ? Vérifiez vos courriers indésirables, puis demandez un nouvel envoi. Seul le lien le plus récent fonctionne.',
  'verify-done': 'Si cette adresse n’est pas encore confirmée, un nouvel e-mail vient d’y être envoyé.',
  'verify-wrong': 'Adresse incorrecte ?',
  'verify-other': 'S’inscrire avec une autre adresse',
  'verify-ask-hint': 'L’adresse utilisée pour votre inscription. Si elle n’est pas encore confirmée, nous y enverrons un nouveau lien.',
} as const
