export const payoutErrors = {
  unpaid_limit_reached: {
    status: 409,
    en: 'You have {limit} unpaid orders from today. Pay one that’s still open, or try again tomorrow.',
    fr: 'Vous avez passé {limit} commandes aujourd’hui sans les régler. Réglez une commande encore ouverte ou réessayez demain.',
  },
  transfer_below_minimum: {
    status: 409,
    en: 'Your available balance is below the minimum transfer.',
    fr: 'Votre solde disponible est inférieur au montant minimum d’un virement.',
  },
  payout_account_missing: {
    status: 409,
    en: 'Please set up your payout account first.',
    fr: 'Configurez d’abord votre compte de paiement.',
  },
  payout_account_not_active: {
    status: 409,
    en: 'Your payout account isn’t active yet. See the Balance page for the next step.',
    fr: 'Votre compte de paiement n’est pas encore actif. Consultez la page Solde pour connaître la prochaine étape.',
  },
  payout_account_restricted: {
    status: 409,
    en: 'The payment provider has suspended transfers to your payout account. See the Balance page for the next step.',
    fr: 'Le prestataire de paiement a suspendu les virements vers votre compte de paiement. Consultez la page Solde pour connaître la prochaine étape.',
  },
  payout_account_closed: {
    status: 409,
    en: 'The payout account is closed. Please set up a new one.',
    fr: 'Le compte de paiement est clôturé. Veuillez en ouvrir un nouveau.',
  },
  transfer_refused: {
    status: 409,
    en: 'The payment provider refused the transfer. The amount is available again.',
    fr: 'Le prestataire de paiement a refusé le virement. Le montant est de nouveau disponible.',
  },
  transfer_given_up: {
    status: 409,
    en: 'The transfer failed after many attempts. The amount is available again.',
    fr: 'Le virement n’a pas abouti malgré de nombreuses tentatives. Le montant est de nouveau disponible.',
  },
  transfer_account_not_active: {
    status: 409,
    en: 'Your payout account wasn’t active at the time of the transfer. The amount is available again.',
    fr: 'Votre compte de paiement n’était pas actif au moment du virement. Le montant est de nouveau disponible.',
  },
  transfer_account_closed: {
    status: 409,
    en: 'The payout account was closed at the time of the transfer. The amount is available again.',
    fr: 'Le compte de paiement était clôturé au moment du virement. Le montant est de nouveau disponible.',
  },
  transfer_waits_for_funds: {
    status: 409,
    en: 'The money for this transfer hasn’t reached our account with the payment provider yet. We’ll retry automatically; after two weeks at most, the amount will be available again.',
    fr: 'Les fonds de ce virement ne sont pas encore arrivés sur notre compte chez le prestataire de paiement. Nous réessaierons automatiquement. Au bout de deux semaines au plus, le montant sera de nouveau disponible.',
  },
  transfer_waits_for_provider: {
    status: 409,
    en: 'The payment provider couldn’t process the transfer just now. We’ll retry automatically.',
    fr: 'Le prestataire de paiement n’a pas encore pu traiter le virement. Nous réessaierons automatiquement.',
  },
  transfer_waits_for_answer: {
    status: 409,
    en: 'The payment provider hasn’t confirmed whether this transfer was paid. We’ll check before retrying, so it can’t be paid twice.',
    fr: 'Le prestataire de paiement n’a pas encore indiqué si ce virement a été effectué. Nous vérifierons avant de réessayer, afin d’éviter un double virement.',
  },
  transfer_paid_twice: {
    status: 409,
    en: 'Manual check needed: Stripe made this transfer more than once. The extra transfers aren’t in the ledger.',
    fr: 'Vérification manuelle requise : Stripe a effectué plusieurs virements au lieu d’un seul. Les virements en trop n’ont pas été comptabilisés.',
  },
  transfer_other_payment: {
    status: 409,
    en: 'Manual check needed: Stripe has a transfer with this reference but a different amount or recipient. We won’t retry until it’s been checked.',
    fr: 'Vérification manuelle requise : un virement portant cette référence existe chez Stripe, mais son montant ou son destinataire est différent. Aucune nouvelle tentative n’aura lieu avant cette vérification.',
  },
  transfer_paid_after_failure: {
    status: 409,
    en: 'Manual check needed: Stripe paid this transfer after its amount had become available again.',
    fr: 'Vérification manuelle requise : Stripe a effectué ce virement alors que son montant était redevenu disponible.',
  },
  provider_unavailable: {
    status: 503,
    en: 'The payment provider isn’t responding at the moment. Please try again shortly.',
    fr: 'Le prestataire de paiement ne répond pas pour le moment. Veuillez réessayer dans quelques instants.',
  },
} as const
