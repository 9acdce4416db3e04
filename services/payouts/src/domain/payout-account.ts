/** How a creator's payout account stands, and in words what is missing and what to do next. Pure. */
import type { Locale, PayoutAccountStatus } from '@reelfair/contracts'

/** What the provider says of an account; see ports. */
export interface AccountFacts {
  readonly closed: boolean
  /** Of the capability to receive transfers: it alone decides. @source integration §1.3 */
  readonly transfers: 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported' | 'none'
  readonly requirements: readonly Requirement[]
}

export interface Requirement {
  /** The provider's name of what is missing, `identity.individual.date_of_birth`, or of what is wrong with it, `invalid_dob_age_under_18`. */
  readonly code: string
  readonly awaits: 'you' | 'provider'
  readonly overdue: boolean
}

/** `wasActive`: an account that worked and does not any more is restricted, not in setup. */
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
  en: 'Continue the setup and fill it in.',
  fr: 'Poursuivez la configuration et complétez-le.',
}

/** By the beginning of the provider's name; the first that fits. */
const words: readonly (readonly [RegExp, Words])[] = [
  [
    /age_under/,
    {
      en: ['The date of birth says that you are under 18', 'Only adults can be paid. If the date is wrong, correct it in the setup.'],
      fr: [
        'La date de naissance indique que vous avez moins de 18 ans',
        'Seuls les adultes peuvent être payés. Si la date est fausse, corrigez-la dans la configuration.',
      ],
    },
  ],
  [/date_of_birth|dob/, { en: ['Date of birth', GO_ON.en], fr: ['Date de naissance', GO_ON.fr] }],
  [
    /outbound_destination|external_account|bank|payout_method/,
    {
      en: ['Bank account for your payouts', 'Continue the setup and enter your IBAN.'],
      fr: ['Compte bancaire pour vos versements', 'Poursuivez la configuration et saisissez votre IBAN.'],
    },
  ],
  [
    /terms_of_service|tos_acceptance/,
    {
      en: ['Acceptance of the payment provider’s terms', 'Continue the setup and accept them on its last page.'],
      fr: ['Acceptation des conditions du prestataire de paiement', 'Poursuivez la configuration et acceptez-les à la dernière page.'],
    },
  ],
  [
    /document|verification/,
    {
      en: ['Proof of identity', 'Upload a readable photo of your passport or identity card in the setup.'],
      fr: ['Justificatif d’identité', 'Ajoutez dans la configuration une photo lisible de votre passeport ou carte d’identité.'],
    },
  ],
  [/address/, { en: ['Home address', GO_ON.en], fr: ['Adresse du domicile', GO_ON.fr] }],
  [/phone/, { en: ['Phone number', GO_ON.en], fr: ['Numéro de téléphone', GO_ON.fr] }],
  [/email/, { en: ['E-mail address', GO_ON.en], fr: ['Adresse e-mail', GO_ON.fr] }],
  [/given_name|surname|first_name|last_name|\.name/, { en: ['First and last name', GO_ON.en], fr: ['Prénom et nom', GO_ON.fr] }],
  [/id_number|tax/, { en: ['Tax or identity number', GO_ON.en], fr: ['Numéro fiscal ou d’identité', GO_ON.fr] }],
  [/profile|business|url|mcc|industry/, { en: ['What you do', GO_ON.en], fr: ['Votre activité', GO_ON.fr] }],
]

const UNKNOWN: Words = {
  en: ['One more detail', 'Continue the setup: its page says which one.'],
  fr: ['Une information supplémentaire', 'Poursuivez la configuration : sa page indique laquelle.'],
}

const WAIT: Readonly<Record<Locale, string>> = {
  en: 'Nothing to do: the provider is checking it. This takes minutes, rarely two days.',
  fr: 'Rien à faire : le prestataire vérifie. Cela prend quelques minutes, rarement deux jours.',
}

/** @example wordsOf({ code: 'identity.individual.date_of_birth', awaits: 'you', overdue: false }, 'en').what // 'Date of birth' */
export function wordsOf({ code, awaits, overdue }: Requirement, locale: Locale) {
  const [what, next] = (words.find(([pattern]) => pattern.test(code))?.[1] ?? UNKNOWN)[locale]
  return { code, what, next: awaits === 'you' ? next : WAIT[locale], awaits, overdue }
}

/** Whatever is filled in changes nothing any more, though the provider may go on listing it. */
export const isRefusedForGood = (transfers: AccountFacts['transfers'] | undefined): boolean =>
  transfers === 'rejected' || transfers === 'unsupported'

/** What a person may be told: a state, and what of it they have to do. */
type Step = 'none' | 'begun' | 'in_setup' | 'checking' | 'active' | 'restricted' | 'restricted_checking' | 'refused' | 'closed'

const steps: Readonly<Record<Step, Readonly<Record<Locale, string>>>> = {
  none: {
    en: 'Set up your payout account: it takes about five minutes, and you need your IBAN.',
    fr: 'Configurez votre compte de paiement : cinq minutes environ, avec votre IBAN.',
  },
  begun: {
    en: 'The setup is not finished. Continue: its pages say what is missing.',
    fr: 'La configuration n’est pas terminée. Poursuivez : ses pages indiquent ce qui manque.',
  },
  in_setup: {
    en: 'The setup is not finished. Continue where you left off.',
    fr: 'La configuration n’est pas terminée. Reprenez là où vous en étiez.',
  },
  checking: {
    en: 'All is filled in. The payment provider is checking it; you need do nothing.',
    fr: 'Tout est rempli. Le prestataire de paiement vérifie ; vous n’avez rien à faire.',
  },
  active: {
    en: 'Your payout account is active. You can transfer your balance.',
    fr: 'Votre compte de paiement est actif. Vous pouvez virer votre solde.',
  },
  restricted: {
    en: 'The payment provider has restricted your account. Continue the setup and give what it asks for; your money stays yours.',
    fr: 'Le prestataire de paiement a restreint votre compte. Poursuivez la configuration et fournissez ce qu’il demande ; votre argent reste à vous.',
  },
  restricted_checking: {
    en: 'The payment provider has stopped transfers while it checks your account. You need do nothing; your money stays yours.',
    fr: 'Le prestataire de paiement a suspendu les virements le temps de vérifier votre compte. Vous n’avez rien à faire ; votre argent reste à vous.',
  },
  refused: {
    en: 'The payment provider does not pay to this account and asks for nothing more. Write to {support}; your money stays yours.',
    fr: 'Le prestataire de paiement ne verse pas sur ce compte et ne demande rien de plus. Écrivez à {support} ; votre argent reste à vous.',
  },
  closed: {
    en: 'Your payout account was closed. Set up a new one; your money stays yours.',
    fr: 'Votre compte de paiement a été clôturé. Configurez-en un nouveau ; votre argent reste à vous.',
  },
}

/**
 * What comes next. Without known requirements nothing is said of what is filled in: only an answer that somebody checks it makes it "checking".
 * @param transfers as the provider said last; undefined when it was never asked
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

/** Whose language is spoken, and where they can write to a person. */
export interface Reader {
  readonly locale: Locale
  readonly supportEmail: string
}

/** In one sentence how an account stands and what its owner does next. */
export const nextStepOf = (
  status: PayoutAccountStatus,
  { requirements, transfers }: { requirements: readonly Requirement[]; transfers?: AccountFacts['transfers'] | undefined },
  { locale, supportEmail }: Reader,
): string => steps[stepOf(status, requirements, transfers)][locale].replace('{support}', supportEmail)
