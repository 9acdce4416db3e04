import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Supprimer le compte',
  note: 'Cette action est irréversible.',
  lead: 'La suppression efface vos données personnelles et met fin à votre accès.',
  open: 'Supprimer le compte',
  'by-command': 'Les comptes administrateur ne peuvent être supprimés qu’en ligne de commande.',

  'erased-creator':
    'Seront effacés : votre adresse e-mail et votre nom, vos comptes de réseaux sociaux, les liens et descriptions de vos vidéos, vos notifications, vos sessions, votre journal de sécurité et le lien avec votre compte Google.',
  'erased-brand':
    'Seront effacés : votre adresse e-mail, le nom, le contact, les liens et les logos de votre marque, vos notifications, vos sessions, votre journal de sécurité et le lien avec votre compte Google.',
  'kept-creator':
    'Seront conservés sans votre nom : ce que les marques ont payé pour vos vues, ainsi que les écritures comptables. Les marques voient « Compte supprimé ». Nous conservons aussi, pendant 24 mois, les relevés de vos vidéos (sans lien, ni description, ni identifiant de la vidéo sur le réseau) et, pendant 5 ans, la date et l’adresse IP de votre acceptation des Conditions. Votre compte de paiement reste chez Stripe.',
  'kept-brand':
    'Seront conservés sans votre nom : ce que les créateurs ont gagné dans vos campagnes et partenariats, ainsi que les écritures comptables. Si vous avez acheté des crédits, les informations de votre société restent 10 ans dans nos pièces comptables. Les créateurs voient « Compte supprimé ». Nous conservons aussi, pendant 5 ans, la date et l’adresse IP de votre acceptation des Conditions. Stripe conserve ses propres données sur vos paiements.',
  undo: 'Vous pourrez vous réinscrire avec la même adresse, mais vous ne retrouverez pas vos données.',

  'check-failed': 'Nous n’avons pas pu vérifier si votre compte peut être supprimé.',
  'blocked-title': 'Vous ne pouvez pas encore supprimer votre compte',
  'blocked-lead': 'À régler d’abord :',
  'possible-from': 'à partir du {{at}}',

  'obstacle-campaigns_unsettled':
    'Campagnes non clôturées : {{amount}}. Attendez la fin de leurs derniers contrôles, ou supprimez celles qui n’ont aucune vue.',
  'obstacle-sign_ups_unsettled': 'Campagnes auxquelles vous participez : {{amount}}. Attendez leur décompte final.',
  'obstacle-invitations_open': 'Invitations encore ouvertes : {{amount}}. Elles expirent sous 24 heures.',
  'obstacle-partnerships_unsettled': 'Partenariats non clôturés : {{amount}}. Attendez la fin de leurs derniers contrôles.',
  'obstacle-credits_held':
    'Crédits réservés : {{amount}}. Ils seront utilisés ou reversés sur votre solde lors du décompte final de vos campagnes et partenariats, ou à la clôture de vos invitations.',
  'obstacle-credits_available': 'Crédits qui seraient perdus : {{amount}}. Renoncez-y ci-dessous.',
  'obstacle-orders_unpaid': 'Commandes non payées : {{amount}}. Payez-les ou attendez qu’elles expirent (un jour au plus).',
  'obstacle-earnings_accruing': 'Gains en cours : {{amount}}. Attendez la fin des campagnes.',
  'obstacle-earnings_held': 'Gains bloqués pendant les derniers contrôles : {{amount}}. La page Solde indique jusqu’à quand.',
  'obstacle-earnings_arriving': 'Gains en cours d’ajout à votre solde : {{amount}}. Réessayez dans quelques minutes.',
  'obstacle-balance_payable':
    'Solde disponible : {{amount}}. Si vous le pouvez, demandez d’abord le virement de ce montant, ou renoncez-y au moment de supprimer votre compte.',
  'obstacle-balance_small': 'Solde qui serait perdu : {{amount}}. Renoncez-y ci-dessous.',
  'obstacle-balance_refused': 'Solde que le prestataire de paiement refuse de verser : {{amount}}. Écrivez-nous, ou renoncez-y ci-dessous.',
  'obstacle-transfers_running': 'Virement en cours vers votre compte de paiement : {{amount}}. Attendez son arrivée.',
  'obstacle-transfers_in_review': 'Virements que nous examinons : {{amount}}. Écrivez-nous si cela dure plus de deux jours.',

  'waive-credits_available': 'Je renonce à {{amount}} crédits, qui ne sont pas remboursables.',
  'waive-balance_small': 'Je renonce à {{amount}}, somme inférieure au montant minimal d’un virement.',
  'waive-balance_payable': 'Je renonce à mon solde disponible de {{amount}}.',
  'waive-balance_refused': 'Je renonce à {{amount}}, que le prestataire de paiement refuse de me verser.',
  'waive-missing': 'Cochez cette case pour continuer.',

  'transfer-first': 'Il vous reste {{amount}} sur votre solde',
  'transfer-first-text':
    'Si vous le pouvez, demandez-en le virement avant de supprimer votre compte. Une fois le compte supprimé, cette somme est perdue.',
  'transfer-first-go': 'Aller à la page Solde',

  email: 'Saisissez votre adresse e-mail pour confirmer',
  'email-missing': 'Saisissez {{email}}.',
  confirm: 'Supprimer définitivement mon compte',
  failed: 'La demande de suppression n’a pas pu être envoyée. Veuillez réessayer.',

  'pending-title': 'Votre compte est en cours de suppression',
  'pending-text': 'Nous vérifions que tout est réglé. Cela prend en général quelques secondes ; vous serez ensuite déconnecté.',

  'gone-title': 'Au revoir',
  'gone-sentence': 'Votre compte est supprimé.',
  'gone-note': 'Vous avez été déconnecté de tous vos appareils, et nous avons envoyé une confirmation à votre ancienne adresse.',
  'gone-home': 'Aller à la page d’accueil',
}
