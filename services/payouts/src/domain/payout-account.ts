import type { Locale, PayoutAccountStatus } from '@reelfair/contracts'

export interface AccountFacts {
  readonly closed: boolean
  /** Status of the transfer capability, which alone determines the account's status. @source integration §1.3 */
  readonly transfers: 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported' | 'none'
  readonly requirements: readonly Requirement[]
}

export interface Requirement {
  /**
   * The provider's code for a missing detail (`identity.individual.date_of_birth`) or an error
   * (`invalid_dob_age_under_18`).
   */
  readonly code: string
  readonly awaits: 'you' | 'provider'
  readonly overdue: boolean
}

/** A previously active account that stops working counts as restricted, not as still being set up. */
export function statusOf(facts: AccountFacts, wasActive: boolean): PayoutAccountStatus {
  if (facts.closed) return 'closed'
  switch (facts.transfers) {
    case 'active':
      return 'active'
    case 'rejected':
    case 'unsupported':
      return 'restricted'
    case 'restricted':
      return wasActive || facts.requirements.some(({ code }) => code.startsWith('invalid_') || code.startsWith('verification_'))
        ? 'restricted'
        : 'in_setup'
    default:
      return wasActive ? 'restricted' : 'in_setup'
  }
}

type Words = Readonly<Record<Locale, readonly [what: string, next: string]>>

const GO_ON: Readonly<Record<Locale, string>> = {
  en: 'Continue setup to add it.',
  fr: 'Poursuivez la configuration pour l’ajouter.',
}

/** The first matching pattern determines the text. */
const words: readonly (readonly [RegExp, Words])[] = [
  [
    /age_under/,
    {
      en: [
        'According to the date of birth, you’re under 18',
        'Only adults can be paid. If the date is wrong, continue setup to correct it.',
      ],
      fr: [
        'D’après la date de naissance indiquée, vous avez moins de 18 ans',
        'Seules les personnes majeures peuvent être payées. Si la date est erronée, poursuivez la configuration pour la corriger.',
      ],
    },
  ],
  [/date_of_birth|dob/, { en: ['Date of birth', GO_ON.en], fr: ['Date de naissance', GO_ON.fr] }],
  [
    /outbound_destination|external_account|bank|payout_method/,
    {
      en: ['Bank account for your payouts', 'Continue setup and enter your IBAN.'],
      fr: ['Compte bancaire pour vos versements', 'Poursuivez la configuration et saisissez votre IBAN.'],
    },
  ],
  [
    /terms_of_service|tos_acceptance/,
    {
      en: ['Acceptance of the payment provider’s terms', 'Continue setup and accept them on the last page.'],
      fr: ['Acceptation des conditions du prestataire de paiement', 'Poursuivez la configuration et acceptez-les sur la dernière page.'],
    },
  ],
  [
    /document|verification/,
    {
      en: ['Proof of identity', 'Continue setup and upload a readable photo of your passport or identity card.'],
      fr: [
        'Justificatif d’identité',
        'Poursuivez la configuration et ajoutez une photo lisible de votre passeport ou de votre carte d’identité.',
      ],
    },
  ],
  [/address/, { en: ['Home address', GO_ON.en], fr: ['Adresse personnelle', GO_ON.fr] }],
  [/phone/, { en: ['Phone number', GO_ON.en], fr: ['Numéro de téléphone', GO_ON.fr] }],
  [/email/, { en: ['E-mail address', GO_ON.en], fr: ['Adresse e-mail', GO_ON.fr] }],
  [/given_name|surname|first_name|last_name|\.name/, { en: ['First and last name', GO_ON.en], fr: ['Prénom et nom', GO_ON.fr] }],
  [/id_number|tax/, { en: ['Tax or identity number', GO_ON.en], fr: ['Numéro fiscal ou d’identité', GO_ON.fr] }],
  [/profile|business|url|mcc|industry/, { en: ['Your business activity', GO_ON.en], fr: ['Votre activité', GO_ON.fr] }],
]

const UNKNOWN: Words = {
  en: ['One more detail', 'Continue setup to see which one.'],
  fr: ['Une information supplémentaire', 'Poursuivez la configuration pour savoir laquelle.'],
}

const WAIT: Readonly<Record<Locale, string>> = {
  en: 'No action needed: the provider is checking this information. The check usually takes a few minutes, and in rare cases up to two days.',
  fr: 'Vous n’avez rien à faire : le prestataire vérifie cette information. Cela prend généralement quelques minutes, et jusqu’à deux jours dans de rares cas.',
}

/** @example describeRequirement({ code: 'identity.individual.date_of_birth', … }, 'en').what // 'Date of birth' */
export function describeRequirement({ code, awaits, overdue }: Requirement, locale: Locale) {
  const [what, next] = (words.find(([pattern]) => pattern.test(code))?.[1] ?? UNKNOWN)[locale]
  return { code, what, next: awaits === 'you' ? next : WAIT[locale], awaits, overdue }
}

/** Whether the provider has rejected the account permanently, even if the provider still lists requirements. */
export const isRefusedForGood = (transfers: AccountFacts['transfers'] | undefined): boolean =>
  transfers === 'rejected' || transfers === 'unsupported'

/** Each step has its own text, which depends on the account's status and on who must act next. */
type Step = 'none' | 'begun' | 'in_setup' | 'checking' | 'active' | 'restricted' | 'restricted_checking' | 'refused' | 'closed'

const steps: Readonly<Record<Step, Readonly<Record<Locale, string>>>> = {
  none: {
    en: 'Set up your payout account. It takes about five minutes, and you’ll need your IBAN.',
    fr: 'Configurez votre compte de paiement. Comptez environ cinq minutes et préparez votre IBAN.',
  },
  begun: {
    en: 'Setup isn’t finished. Continue to see what’s missing.',
    fr: 'La configuration n’est pas terminée. Poursuivez-la pour voir ce qui manque.',
  },
  in_setup: {
    en: 'Setup isn’t finished. Continue where you left off.',
    fr: 'La configuration n’est pas terminée. Reprenez là où vous en étiez.',
  },
  checking: {
    en: 'You’ve provided all the information. The payment provider is checking it. No action needed.',
    fr: 'Toutes les informations ont été fournies. Le prestataire de paiement les vérifie ; vous n’avez rien à faire.',
  },
  active: {
    en: 'Your payout account is active. You can transfer your balance.',
    fr: 'Votre compte de paiement est actif. Vous pouvez virer votre solde.',
  },
  restricted: {
    en: 'The payment provider has restricted your account. Continue setup and provide what it asks for. You won’t lose any money.',
    fr: 'Le prestataire de paiement a restreint votre compte. Poursuivez la configuration et fournissez les informations demandées. Votre argent n’est pas perdu.',
  },
  restricted_checking: {
    en: 'The payment provider has suspended transfers while it checks your account. No action needed; you won’t lose any money.',
    fr: 'Le prestataire de paiement a suspendu les virements le temps de vérifier votre compte. Vous n’avez rien à faire ; votre argent n’est pas perdu.',
  },
  refused: {
    en: 'The payment provider doesn’t pay out to this account and isn’t asking for more information. Contact us at {support}. You won’t lose any money.',
    fr: 'Le prestataire de paiement n’effectue aucun versement sur ce compte et ne demande aucune autre information. Écrivez à {support}. Votre argent n’est pas perdu.',
  },
  closed: {
    en: 'Your payout account has been closed. Set up a new one. You won’t lose any money.',
    fr: 'Votre compte de paiement a été clôturé. Ouvrez-en un nouveau. Votre argent n’est pas perdu.',
  },
}

/**
 * If no requirements are known, only a pending capability means "checking", because the creator may not have provided
 * any details yet.
 * @param transfers last reported status; undefined before the first check
 */
function stepOf(status: PayoutAccountStatus, requirements: readonly Requirement[], transfers: AccountFacts['transfers'] | undefined): Step {
  const asksYou = requirements.some(({ awaits }) => awaits === 'you')
  const isChecked = !asksYou && (requirements.length > 0 || transfers === 'pending')
  switch (status) {
    case 'in_setup':
      return isChecked ? 'checking' : asksYou ? 'in_setup' : 'begun'
    case 'restricted':
      if (isRefusedForGood(transfers)) return 'refused'
      return isChecked ? 'restricted_checking' : asksYou ? 'restricted' : 'refused'
    default:
      return status
  }
}

export interface Reader {
  readonly locale: Locale
  readonly supportEmail: string
}

export const nextStepOf = (
  status: PayoutAccountStatus,
  { requirements, transfers }: { requirements: readonly Requirement[]; transfers?: AccountFacts['transfers'] | undefined },
  { locale, supportEmail }: Reader,
): string => steps[stepOf(status, requirements, transfers)][locale].replace('{support}', supportEmail)
