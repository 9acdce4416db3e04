import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  'as-creator': 'Créateur',
  'as-brand': 'Marque ou agence',
  'accept-terms': 'J’accepte les Conditions et j’ai au moins 18 ans.',
  'terms-missing': 'Veuillez accepter les Conditions.',
  'terms-read': 'Lire les Conditions (nouvel onglet)',
  'privacy-read': 'Lire la politique de confidentialité (nouvel onglet)',
  'terms-title': 'Résumé des Conditions, version {{version}}',
  'terms-who': 'Reelfair s’adresse aux professionnels de 18 ans et plus.',
  'terms-views-creator':
    'Le tarif public s’applique aux vues qualifiées : de vraies vues, conformes aux règles de la campagne. Les autres ne sont pas payées, et nous vous expliquons pourquoi elles ne comptent pas.',
  'terms-money-creator':
    'Vos gains sont bloqués jusqu’au dernier relevé. Vous pouvez les virer via Stripe à partir de 2 h, la deuxième ou la troisième nuit qui suit la fin de la campagne. Si un réseau ne répond pas, ce délai peut être prolongé de quatre jours au plus.',
  'terms-views-brand':
    'Un crédit de vues correspond à une vue qualifiée : une vraie vue, conforme aux règles de votre campagne. Les autres vues ne coûtent rien, et nous vous expliquons pourquoi elles ne comptent pas.',
  'terms-money-brand':
    'Les crédits n’expirent pas et ne peuvent pas être échangés contre de l’argent. Ceux qu’une campagne n’utilise pas sont reversés sur votre solde.',
  'terms-kept': 'À titre de preuve de votre accord, nous conservons la date et l’heure, la version des Conditions et votre adresse IP.',
}
