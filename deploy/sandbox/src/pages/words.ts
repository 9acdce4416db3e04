/** The words of the pages that brands and creators see. As at Stripe they speak the language that the session or the account was made with. */
import type { Request } from 'express'
import type { OnboardingOutcome } from '../stripe/requirements.ts'

export type Locale = 'en' | 'fr'

const en = {
  sandbox: 'Sandbox: no real money',
  incomplete: 'The address is not complete.',
  noSuchLink: 'No such link',
  linkExpired: 'This link has expired',
  askAgain: 'Ask Reelfair for a new one.',
  checkout: {
    title: 'Payment',
    pay: (what: string) => `Pay ${what}`,
    to: 'Pay Reelfair',
    cancel: 'Cancel and go back',
    email: 'Email',
    card: 'Card number or IBAN',
    cardHelp: 'Only the test numbers on this page mean something here.',
    name: 'Name on the card',
    country: 'Country',
    details: 'How you pay',
    vat: 'VAT of 20 % is added for buyers in France.',
    total: 'Total',
    numbers: 'Test numbers',
    number: 'Number',
    what: 'What happens',
    fill: 'Fill in',
    fillThis: (number: string) => `Fill in ${number}`,
    noSuch: 'No such payment',
    expired: 'This payment has expired',
    backToShop: 'Go back to the shop',
    beginAnew: 'and begin anew.',
    done: 'This payment is done',
    paidAlready: 'You have paid already.',
    goOn: 'Go on',
    isItYou: 'Is it you?',
    bankAsks: (what: string) => `Your bank wants to know whether it is you who pays ${what}.`,
    complete: 'Complete',
    fail: 'Fail',
    numbersDo: {
      '4242424242424242': 'succeeds',
      '4000000000000077': 'succeeds, funds available at once',
      '4000002500003155': '3-D-Secure step',
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
    about: 'Reelfair works with Stripe for payouts. Tell who you are and where the money goes.',
    given_name: 'First name',
    surname: 'Last name',
    birth_date: 'Date of birth',
    iban: 'IBAN',
    outcomes: 'How the sandbox’s examination ends',
    outcome: {
      complete: 'Everything is in order',
      pending: 'It is examined for a day, and is in order then',
      restricted: 'The identity document cannot be read: restricted',
      underage: 'The person is under 18: restricted',
      rejected: 'Stripe rejects the account',
    } satisfies Record<Exclude<OnboardingOutcome, 'halfway'>, string>,
    submit: 'Submit',
    later: 'Save and finish later',
    ibanToTry: 'An IBAN to try with:',
    noGivenName: 'The first name is missing.',
    noSurname: 'The last name is missing.',
    noBirthDate: 'The date of birth is missing.',
    noIban: 'This is not an IBAN.',
    left: 'This page has been left',
    askLink: 'Ask Reelfair for a new link.',
  },
  express: {
    title: 'Your payouts',
    transfers: { active: 'transfers are active', pending: 'transfers are being examined', inactive: 'transfers are not active' } as Record<
      string,
      string
    >,
    available: 'Available',
    onItsWay: 'On its way',
    payOut: (what: string) => `Pay ${what} out to the bank`,
    history: 'What has come and gone',
    nothing: 'Nothing yet.',
    when: 'When',
    what: 'What',
    amount: 'Amount',
    kinds: { charge: 'from Reelfair', refund: 'taken back by Reelfair', payout: 'to the bank' } as Record<string, string>,
  },
}

export type Words = typeof en

const fr: Words = {
  sandbox: 'Bac à sable : pas d’argent réel',
  incomplete: 'L’adresse est incomplète.',
  noSuchLink: 'Ce lien n’existe pas',
  linkExpired: 'Ce lien a expiré',
  askAgain: 'Demandez-en un nouveau à Reelfair.',
  checkout: {
    title: 'Paiement',
    pay: (what) => `Payer ${what}`,
    to: 'Payer Reelfair',
    cancel: 'Annuler et revenir',
    email: 'E-mail',
    card: 'Numéro de carte ou IBAN',
    cardHelp: 'Seuls les numéros de test de cette page ont un sens ici.',
    name: 'Nom du titulaire',
    country: 'Pays',
    details: 'Votre moyen de paiement',
    vat: 'La TVA de 20 % s’ajoute pour les acheteurs en France.',
    total: 'Total',
    numbers: 'Numéros de test',
    number: 'Numéro',
    what: 'Ce qui se passe',
    fill: 'Remplir',
    fillThis: (number) => `Remplir avec ${number}`,
    noSuch: 'Ce paiement n’existe pas',
    expired: 'Ce paiement a expiré',
    backToShop: 'Revenez à la boutique',
    beginAnew: 'et recommencez.',
    done: 'Ce paiement est terminé',
    paidAlready: 'Vous avez déjà payé.',
    goOn: 'Continuer',
    isItYou: 'Est-ce bien vous ?',
    bankAsks: (what) => `Votre banque veut savoir si c’est bien vous qui payez ${what}.`,
    complete: 'Confirmer',
    fail: 'Refuser',
    numbersDo: {
      '4242424242424242': 'réussit',
      '4000000000000077': 'réussit, fonds disponibles aussitôt',
      '4000002500003155': 'étape 3-D-Secure',
      '4000000000000002': 'refusée',
      '4000000000009995': 'refusée : provision insuffisante',
      '4000000000000069': 'refusée : carte expirée',
      AT611904300234573201: 'prélèvement SEPA, payé après 3 jours',
      AT861904300235473202: 'prélèvement SEPA, échoue après 3 jours',
    },
    refusals: {
      generic_decline: 'Votre carte a été refusée.',
      insufficient_funds: 'La provision de votre carte est insuffisante.',
      expired_card: 'Votre carte a expiré.',
      authentication: 'Votre moyen de paiement n’a pas pu être authentifié. Choisissez-en un autre et réessayez.',
      unknown: 'Le numéro de votre carte est incorrect.',
    },
  },
  onboarding: {
    title: 'Recevoir vos paiements',
    about: 'Reelfair passe par Stripe pour les versements. Dites qui vous êtes et où va l’argent.',
    given_name: 'Prénom',
    surname: 'Nom',
    birth_date: 'Date de naissance',
    iban: 'IBAN',
    outcomes: 'Comment se termine l’examen dans le bac à sable',
    outcome: {
      complete: 'Tout est en ordre',
      pending: 'L’examen dure un jour, puis tout est en ordre',
      restricted: 'La pièce d’identité est illisible : compte restreint',
      underage: 'La personne a moins de 18 ans : compte restreint',
      rejected: 'Stripe rejette le compte',
    },
    submit: 'Envoyer',
    later: 'Enregistrer et finir plus tard',
    ibanToTry: 'Un IBAN pour essayer :',
    noGivenName: 'Le prénom manque.',
    noSurname: 'Le nom manque.',
    noBirthDate: 'La date de naissance manque.',
    noIban: 'Ce n’est pas un IBAN.',
    left: 'Cette page a été quittée',
    askLink: 'Demandez un nouveau lien à Reelfair.',
  },
  express: {
    title: 'Vos versements',
    transfers: {
      active: 'les virements sont actifs',
      pending: 'les virements sont en cours d’examen',
      inactive: 'les virements ne sont pas actifs',
    },
    available: 'Disponible',
    onItsWay: 'En route',
    payOut: (what) => `Verser ${what} à la banque`,
    history: 'Ce qui est venu et parti',
    nothing: 'Rien pour l’instant.',
    when: 'Quand',
    what: 'Quoi',
    amount: 'Montant',
    kinds: { charge: 'de Reelfair', refund: 'repris par Reelfair', payout: 'vers la banque' },
  },
}

export const WORDS: Readonly<Record<Locale, Words>> = { en, fr }

const known = (wanted: string | null | undefined): Locale | undefined => (['en', 'fr'] as const).find((one) => wanted?.startsWith(one))

/** What was asked for when it was made; `auto` and nothing leave it to the browser. */
export const localeOf = (request: Request, made: string | null | undefined): Locale =>
  known(made) ?? known(String(request.acceptsLanguages('en', 'fr') || 'en')) ?? 'en'

const TAGS = { en: 'en-GB', fr: 'fr-FR' } as const

/** @example money(123456, 'fr') // '1 234,56 €' */
export const money = (cents: number, locale: Locale): string =>
  (cents / 100).toLocaleString(locale === 'en' ? 'en' : 'fr-FR', { style: 'currency', currency: 'EUR' })

/** In universal time, as the console has it. */
export const moment = (seconds: number, locale: Locale): string =>
  new Date(seconds * 1_000).toLocaleString(TAGS[locale], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
