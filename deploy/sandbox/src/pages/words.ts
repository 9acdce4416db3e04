import type { Request } from 'express'
import type { OnboardingOutcome } from '../stripe/requirements.ts'

export type Locale = 'en' | 'fr'

const en = {
  sandbox: 'Sandbox: no real money',
  incomplete: 'The address is incomplete.',
  noSuchLink: 'Link not found',
  linkExpired: 'This link has expired',
  askAgain: 'Ask Reelfair for a new one.',
  checkout: {
    title: 'Payment',
    pay: (what: string) => `Pay ${what}`,
    to: 'Pay Reelfair',
    cancel: 'Cancel and go back',
    email: 'Email',
    card: 'Card number or IBAN',
    cardHelp: 'Only the test numbers on this page work here.',
    name: 'Name on the card',
    country: 'Country',
    details: 'Payment details',
    vat: 'VAT of 20% is added for buyers in France.',
    total: 'Total',
    numbers: 'Test numbers',
    number: 'Number',
    what: 'Result',
    fill: 'Use',
    fillThis: (number: string) => `Use ${number}`,
    noSuch: 'Payment not found',
    expired: 'This payment has expired',
    backToShop: 'Go back to the shop',
    startAgain: 'and start again.',
    done: 'Payment complete',
    paidAlready: 'You’ve already paid.',
    goOn: 'Continue',
    isItYou: 'Is this you?',
    bankAsks: (what: string) => `Your bank wants to confirm that you’re making this payment of ${what}.`,
    complete: 'Complete',
    fail: 'Fail',
    numbersDo: {
      '4242424242424242': 'succeeds',
      '4000000000000077': 'succeeds, funds available immediately',
      '4000002500003155': '3D Secure step',
      '4000000000000002': 'declined',
      '4000000000009995': 'declined: insufficient funds',
      '4000000000000069': 'declined: expired card',
      AT611904300234573201: 'SEPA debit, paid after 3 days',
      AT861904300235473202: 'SEPA debit, fails after 3 days',
    } as Record<string, string>,
    refusals: {
      generic_decline: 'Your card was declined.',
      insufficient_funds: 'Your card has insufficient funds.',
      expired_card: 'Your card has expired.',
      authentication: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      unknown: 'Your card number is incorrect.',
    } as Record<string, string>,
  },
  onboarding: {
    title: 'Get paid',
    about: 'Reelfair uses Stripe for payouts. Tell us who you are and where to send the money.',
    given_name: 'First name',
    surname: 'Last name',
    birth_date: 'Date of birth',
    iban: 'IBAN',
    outcomes: 'Result of the sandbox review',
    outcome: {
      complete: 'Everything is in order',
      pending: 'Under review for a day, then approved',
      restricted: 'The identity document is unreadable: restricted',
      underage: 'The person is under 18: restricted',
      rejected: 'Stripe rejects the account',
    } satisfies Record<Exclude<OnboardingOutcome, 'halfway'>, string>,
    submit: 'Submit',
    later: 'Save and finish later',
    ibanToTry: 'Test IBAN:',
    noGivenName: 'Enter your first name.',
    noSurname: 'Enter your last name.',
    noBirthDate: 'Enter your date of birth.',
    noIban: 'Enter a valid IBAN.',
    left: 'You’ve left this page',
    askLink: 'Ask Reelfair for a new link.',
  },
  express: {
    title: 'Your payouts',
    transfers: { active: 'transfers are active', pending: 'transfers are under review', inactive: 'transfers are inactive' } as Record<
      string,
      string
    >,
    available: 'Available',
    onItsWay: 'Pending',
    payOut: (what: string) => `Pay out ${what} to your bank`,
    history: 'Activity',
    nothing: 'Nothing yet.',
    when: 'Date',
    what: 'Type',
    amount: 'Amount',
    kinds: { charge: 'from Reelfair', refund: 'reversed by Reelfair', payout: 'to your bank' } as Record<string, string>,
  },
}

export type Words = typeof en

const fr: Words = {
  sandbox: 'Bac à sable : aucun argent réel',
  incomplete: 'L’adresse est incomplète.',
  noSuchLink: 'Lien introuvable',
  linkExpired: 'Ce lien a expiré',
  askAgain: 'Demandez-en un nouveau à Reelfair.',
  checkout: {
    title: 'Paiement',
    pay: (what) => `Payer ${what}`,
    to: 'Payer Reelfair',
    cancel: 'Annuler et revenir en arrière',
    email: 'E-mail',
    card: 'Numéro de carte ou IBAN',
    cardHelp: 'Seuls les numéros de test de cette page fonctionnent ici.',
    name: 'Nom du titulaire',
    country: 'Pays',
    details: 'Informations de paiement',
    vat: 'Une TVA de 20 % s’ajoute pour les acheteurs en France.',
    total: 'Total',
    numbers: 'Numéros de test',
    number: 'Numéro',
    what: 'Résultat',
    fill: 'Utiliser',
    fillThis: (number) => `Utiliser ${number}`,
    noSuch: 'Paiement introuvable',
    expired: 'Ce paiement a expiré',
    backToShop: 'Revenez à la boutique',
    startAgain: 'et recommencez.',
    done: 'Paiement effectué',
    paidAlready: 'Vous avez déjà payé.',
    goOn: 'Continuer',
    isItYou: 'Est-ce bien vous ?',
    bankAsks: (what) => `Votre banque souhaite vérifier que vous êtes bien à l’origine de ce paiement de ${what}.`,
    complete: 'Confirmer',
    fail: 'Refuser',
    numbersDo: {
      '4242424242424242': 'paiement réussi',
      '4000000000000077': 'paiement réussi, fonds disponibles immédiatement',
      '4000002500003155': 'étape 3D Secure',
      '4000000000000002': 'carte refusée',
      '4000000000009995': 'carte refusée : provision insuffisante',
      '4000000000000069': 'carte refusée : carte expirée',
      AT611904300234573201: 'prélèvement SEPA, payé après 3 jours',
      AT861904300235473202: 'prélèvement SEPA, échec après 3 jours',
    },
    refusals: {
      generic_decline: 'Votre carte a été refusée.',
      insufficient_funds: 'Les fonds disponibles sur votre carte sont insuffisants.',
      expired_card: 'Votre carte a expiré.',
      authentication: 'Votre moyen de paiement n’a pas pu être authentifié. Choisissez-en un autre et réessayez.',
      unknown: 'Le numéro de votre carte est incorrect.',
    },
  },
  onboarding: {
    title: 'Recevoir vos paiements',
    about: 'Reelfair utilise Stripe pour les versements. Indiquez votre identité et le compte sur lequel vous souhaitez être payé.',
    given_name: 'Prénom',
    surname: 'Nom',
    birth_date: 'Date de naissance',
    iban: 'IBAN',
    outcomes: 'Résultat de la vérification dans le bac à sable',
    outcome: {
      complete: 'Tout est en ordre',
      pending: 'Vérification pendant un jour, puis validation',
      restricted: 'La pièce d’identité est illisible : compte restreint',
      underage: 'La personne a moins de 18 ans : compte restreint',
      rejected: 'Stripe rejette le compte',
    },
    submit: 'Envoyer',
    later: 'Enregistrer et terminer plus tard',
    ibanToTry: 'IBAN de test :',
    noGivenName: 'Saisissez votre prénom.',
    noSurname: 'Saisissez votre nom.',
    noBirthDate: 'Saisissez votre date de naissance.',
    noIban: 'Saisissez un IBAN valide.',
    left: 'Vous avez quitté cette page',
    askLink: 'Demandez un nouveau lien à Reelfair.',
  },
  express: {
    title: 'Vos versements',
    transfers: {
      active: 'les virements sont activés',
      pending: 'les virements sont en cours de vérification',
      inactive: 'les virements sont désactivés',
    },
    available: 'Disponible',
    onItsWay: 'En attente',
    payOut: (what) => `Verser ${what} sur votre compte bancaire`,
    history: 'Historique',
    nothing: 'Rien pour l’instant.',
    when: 'Date',
    what: 'Type',
    amount: 'Montant',
    kinds: { charge: 'de Reelfair', refund: 'annulé par Reelfair', payout: 'vers votre compte bancaire' },
  },
}

export const WORDS: Readonly<Record<Locale, Words>> = { en, fr }

const known = (wanted: string | null | undefined): Locale | undefined => (['en', 'fr'] as const).find((one) => wanted?.startsWith(one))

/** As on Stripe, the session or account determines the language. `auto` means the browser's language. */
export const localeOf = (request: Request, made: string | null | undefined): Locale =>
  known(made) ?? known(String(request.acceptsLanguages('en', 'fr') || 'en')) ?? 'en'

const TAGS = { en: 'en-GB', fr: 'fr-FR' } as const

export const money = (cents: number, locale: Locale): string =>
  (cents / 100).toLocaleString(locale === 'en' ? 'en' : 'fr-FR', { style: 'currency', currency: 'EUR' }).replace('-', '\u2212')

export const moment = (seconds: number, locale: Locale): string =>
  new Date(seconds * 1_000).toLocaleString(TAGS[locale], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
