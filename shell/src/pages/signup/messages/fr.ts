export const fr = {
  'sign-up-note-creator':
    'Une adresse e-mail et un mot de passe suffisent. Vous ajouterez plus tard vos réseaux sociaux et votre compte de paiement.',
  'sign-up-note-brand': 'Une adresse e-mail et un mot de passe suffisent. Vous indiquerez ensuite le nom de votre marque et un contact.',
  'sign-up-email-hint': 'Nous y enverrons un lien pour activer votre compte.',
  'sign-up-email-error': 'Saisissez une adresse e-mail, par exemple anna@example.com.',
  'sign-up-password-error': 'Saisissez entre 6 et 128 caractères.',
  'follows-title': 'Les prochaines étapes',
  'follows-creator-1': 'Confirmer votre adresse e-mail',
  'follows-creator-1-text': 'Ouvrez le lien reçu par e-mail. Il expire au bout de 24 heures.',
  'follows-creator-2': 'Ajouter vos comptes',
  'follows-creator-2-text': 'Instagram, TikTok ou YouTube. Un code dans votre bio prouve qu’ils vous appartiennent.',
  'follows-creator-3': 'Recevoir vos paiements via Stripe',
  'follows-creator-3-text':
    'La configuration prend environ cinq minutes, au moment de votre choix. Les virements sont possibles à partir de {{minimum}}.',
  'follows-brand-1': 'Confirmer votre adresse e-mail',
  'follows-brand-1-text': 'Ouvrez le lien reçu par e-mail. Il expire au bout de 24 heures.',
  'follows-brand-2': 'Présenter votre marque',
  'follows-brand-2-text': 'Le nom de votre marque et un contact suffisent. Comptez environ deux minutes.',
  'follows-brand-3': 'Acheter des crédits et lancer une campagne',
  'follows-brand-3-text': 'À partir de {{price}} pour {{views}} vues. Le paiement se fait via Stripe, sans renouvellement automatique.',
  'sign-up-failed': 'Le compte n’a pas pu être créé. Veuillez réessayer.',
  'sign-up-have': 'Vous avez déjà un compte ?',
} as const
