export const fr = {
  'sign-up-note-creator':
    'Une adresse e-mail et un mot de passe suffisent. Vous ajouterez plus tard vos réseaux sociaux et votre compte de paiement.',
  'sign-up-note-brand': 'Une adresse e-mail et un mot de passe suffisent. Vous indiquerez ensuite les coordonnées de votre société.',
  'sign-up-creator': 'Créateur',
  'sign-up-brand': 'Marque ou agence',
  'sign-up-email-hint': 'Nous y enverrons un lien pour activer votre compte.',
  'sign-up-email-error': 'Saisissez une adresse e-mail, par exemple anna@example.com.',
  'sign-up-password-hint': 'Entre 6 et 128 caractères. Une phrase facile à retenir convient très bien.',
  'sign-up-password-error': 'Saisissez entre 6 et 128 caractères.',
  'sign-up-terms': 'J’accepte les Conditions et j’ai au moins 18 ans.',
  'sign-up-termsAccepted-error': 'Veuillez accepter les Conditions.',
  'terms-read': 'Lire les Conditions (nouvel onglet)',
  'terms-title': 'Résumé des Conditions, version {{version}}',
  'terms-who': 'Reelfair s’adresse aux professionnels de 18 ans et plus.',
  'terms-views-creator':
    'Le tarif public s’applique aux vues qualifiées : de vraies vues, conformes aux règles de la campagne. Les autres ne sont pas payées, et nous vous expliquons pourquoi elles ne comptent pas.',
  'terms-money-creator':
    'Vos gains sont bloqués jusqu’au dernier relevé. Vous pouvez les virer via Stripe à partir de 2 h, la deuxième ou la troisième nuit qui suit la fin de la campagne.',
  'terms-views-brand':
    'Un crédit de vues correspond à une vue qualifiée : une vraie vue, conforme aux règles de votre campagne. Les autres vues ne coûtent rien, et nous vous expliquons pourquoi elles ne comptent pas.',
  'terms-money-brand':
    'Les crédits n’expirent pas et ne peuvent pas être échangés contre de l’argent. Ceux qu’une campagne n’utilise pas sont reversés sur votre solde.',
  'terms-kept': 'À titre de preuve de votre accord, nous conservons la date et l’heure, la version des Conditions et votre adresse IP.',
  'follows-title': 'Les prochaines étapes',
  'follows-creator-1': 'Confirmer votre adresse e-mail',
  'follows-creator-1-text': 'Ouvrez le lien reçu par e-mail. Il expire au bout de 24 heures.',
  'follows-creator-2': 'Ajouter vos comptes',
  'follows-creator-2-text': 'Instagram, TikTok ou YouTube. Un code dans votre bio prouve qu’ils vous appartiennent.',
  'follows-creator-3': 'Recevoir vos paiements via Stripe',
  'follows-creator-3-text': 'Comptez environ cinq minutes, au moment de votre choix. Les virements sont possibles à partir de {{minimum}}.',
  'follows-brand-1': 'Confirmer votre adresse e-mail',
  'follows-brand-1-text': 'Ouvrez le lien reçu par e-mail. Il expire au bout de 24 heures.',
  'follows-brand-2': 'Indiquer les coordonnées de votre société',
  'follows-brand-2-text': 'Le nom de votre marque et un contact suffisent. Comptez environ deux minutes.',
  'follows-brand-3': 'Acheter des crédits et lancer une campagne',
  'follows-brand-3-text':
    'À partir de {{price}} pour {{views}} vues. Le paiement se fait par carte via Stripe, sans renouvellement automatique.',
  'sign-up-failed': 'Le compte n’a pas pu être créé. Veuillez réessayer.',
  'sign-up-have': 'Vous avez déjà un compte ?',
} as const
