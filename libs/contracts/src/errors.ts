/** The one table of expected errors: code → HTTP status and what people read, in both languages. Nothing else may be said to a person. */
import type { Locale } from './words.ts'

interface ErrorEntry {
  readonly status: number
  readonly en: string
  readonly fr: string
}

/** In a sentence `{name}` stands for `details.name`. */
export const errorTable = {
  invalid_input: {
    status: 400,
    en: 'Something in your entry is not as it should be.',
    fr: 'Une partie de votre saisie n’est pas valable.',
  },
  malformed_body: { status: 400, en: 'The request could not be read.', fr: 'La requête n’a pas pu être lue.' },
  too_complex: {
    status: 400,
    en: 'The request has too many fields or levels. Send fewer.',
    fr: 'La requête contient trop de champs ou de niveaux. Envoyez-en moins.',
  },
  username_spaces: {
    status: 400,
    en: 'Please remove the spaces before and after the username.',
    fr: 'Retirez les espaces avant et après le nom d’utilisateur.',
  },
  username_address: {
    status: 400,
    en: 'Please enter the username alone, without @ and not as a link.',
    fr: 'Saisissez le nom d’utilisateur seul, sans @ et pas sous forme de lien.',
  },
  username_characters: {
    status: 400,
    en: 'A username on this network looks different. Please check its letters and its length.',
    fr: 'Sur ce réseau, un nom d’utilisateur s’écrit autrement. Vérifiez ses lettres et sa longueur.',
  },
  text_characters: {
    status: 400,
    en: 'This text holds characters that cannot be shown. Please type it anew.',
    fr: 'Ce texte contient des caractères qui ne peuvent pas être affichés. Veuillez le saisir à nouveau.',
  },
  beginning_past: {
    status: 400,
    en: 'The beginning lies in the past. Today is the earliest day.',
    fr: 'Le début est dans le passé. Aujourd’hui est le premier jour possible.',
  },
  terms_required: {
    status: 400,
    en: 'Please accept the Terms.',
    fr: 'Veuillez accepter les Conditions.',
  },
  password_common: {
    status: 400,
    en: 'This password is among the most common ones. Please choose another.',
    fr: 'Ce mot de passe est parmi les plus courants. Veuillez en choisir un autre.',
  },
  brand_name_placeholder: {
    status: 400,
    en: 'That only stands for a name that is missing. Please enter the real name of your brand.',
    fr: 'Ce texte tient seulement la place d’un nom manquant. Saisissez le vrai nom de votre marque.',
  },
  phone_invalid: {
    status: 400,
    en: 'There is no such phone number. Check the country and the digits.',
    fr: 'Ce numéro de téléphone n’existe pas. Vérifiez le pays et les chiffres.',
  },
  redirect_foreign: {
    status: 400,
    en: 'This link leads to another site.',
    fr: 'Ce lien mène à un autre site.',
  },
  link_required: {
    status: 400,
    en: 'Please enter the link that creators put into their bio.',
    fr: 'Saisissez le lien que les créateurs mettront dans leur bio.',
  },
  link_invalid: {
    status: 400,
    en: 'This is no complete link. It begins with https://',
    fr: 'Ce lien n’est pas complet. Il commence par https://',
  },
  link_unsafe: {
    status: 400,
    en: 'This link contains something that hides where it leads: a backslash, a name before the host or an invisible character. Copy it from your browser’s address bar.',
    fr: 'Ce lien contient un élément qui masque sa destination : une barre oblique inverse, un nom avant l’hôte ou un caractère invisible. Copiez-le depuis la barre d’adresse de votre navigateur.',
  },
  category_required: { status: 400, en: 'Please choose a category.', fr: 'Choisissez une catégorie.' },
  views_goal_invalid: {
    status: 400,
    en: 'Choose between 1,000 and 500,000 views, in steps of 1,000.',
    fr: 'Choisissez entre 1 000 et 500 000 vues, par pas de 1 000.',
  },
  media_required: { status: 400, en: 'Please add the campaign’s logo.', fr: 'Ajoutez le logo de la campagne.' },
  media_dimensions: {
    status: 400,
    en: 'Invalid dimensions. Required: 1072×250',
    fr: 'Dimensions non valables. Requises : 1072×250',
  },
  media_too_short: {
    status: 400,
    en: 'The video must last at least {seconds} seconds.',
    fr: 'La vidéo doit durer au moins {seconds} secondes.',
  },
  media_image_unreadable: { status: 400, en: 'Unable to read image', fr: 'Impossible de lire l’image' },
  media_video_unreadable: { status: 400, en: 'Unable to read video', fr: 'Impossible de lire la vidéo' },
  data_invalid: {
    status: 400,
    en: 'Invalid data was sent (a rule is not kept).',
    fr: 'Données invalides envoyées (contrainte non respectée).',
  },
  bad_signature: { status: 400, en: 'The signature of this message is not right.', fr: 'La signature de ce message n’est pas valable.' },
  not_signed_in: { status: 401, en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' },
  wrong_credentials: {
    status: 401,
    en: 'This e-mail address and password do not belong together.',
    fr: 'Cette adresse e-mail et ce mot de passe ne correspondent pas.',
  },
  not_allowed: { status: 403, en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' },
  brand_incomplete: {
    status: 403,
    en: 'Please complete your brand’s registration first.',
    fr: 'Veuillez d’abord compléter l’inscription de votre marque.',
  },
  email_unconfirmed: {
    status: 403,
    en: 'This e-mail address is not confirmed yet. Open the link in our mail, or have it sent again.',
    fr: 'Cette adresse e-mail n’est pas encore confirmée. Ouvrez le lien de notre e-mail ou faites-le renvoyer.',
  },
  creators_only: {
    status: 403,
    en: 'Access refused. Make sure that you are signed in as a creator.',
    fr: 'Accès refusé. Assurez-vous d’être connecté en tant que créateur.',
  },
  foreign_origin: { status: 403, en: 'This request came from another site.', fr: 'Cette requête vient d’un autre site.' },
  not_found: { status: 404, en: 'There is nothing here.', fr: 'Il n’y a rien ici.' },
  campaign_unavailable: {
    status: 404,
    en: 'Campaign not found or no longer available.',
    fr: 'Campagne introuvable ou plus disponible.',
  },
  reference_invalid: {
    status: 404,
    en: 'Invalid reference (profile or campaign).',
    fr: 'Référence invalide (profil ou campagne).',
  },
  method_not_allowed: { status: 405, en: 'This address does not take such a request.', fr: 'Cette adresse n’accepte pas cette requête.' },
  too_slow: { status: 408, en: 'The request took too long to arrive.', fr: 'La requête a mis trop de temps à arriver.' },
  conflict: {
    status: 409,
    en: 'This was changed meanwhile. Please look at it again.',
    fr: 'Cet élément a changé entre-temps. Veuillez le relire.',
  },
  key_reused: {
    status: 409,
    en: 'The same request key was used for something else.',
    fr: 'La même clé de requête a servi à autre chose.',
  },
  email_taken: {
    status: 409,
    en: 'An account with this email already exists.',
    fr: 'Un compte existe déjà avec cette adresse e-mail.',
  },
  account_exists: {
    status: 409,
    en: 'You have already added this account.',
    fr: 'Vous avez déjà ajouté ce compte.',
  },
  account_limit_reached: {
    status: 409,
    en: 'Limit reached: {limit} accounts per network at most.',
    fr: 'Limite atteinte : {limit} comptes au maximum par réseau.',
  },
  account_additions_reached: {
    status: 409,
    en: 'You have added {limit} accounts on this network today. Try again tomorrow.',
    fr: 'Vous avez ajouté {limit} comptes sur ce réseau aujourd’hui. Réessayez demain.',
  },
  account_verified: {
    status: 409,
    en: 'A verified account cannot be removed.',
    fr: 'Un compte vérifié ne peut pas être retiré.',
  },
  account_already_verified: {
    status: 409,
    en: 'This account is verified already.',
    fr: 'Ce compte est déjà vérifié.',
  },
  account_not_verified: {
    status: 409,
    en: 'Please verify this account first.',
    fr: 'Veuillez d’abord vérifier ce compte.',
  },
  account_taken: {
    status: 409,
    en: 'This account is already verified on Reelfair. If it is yours, please contact support.',
    fr: 'Ce compte est déjà vérifié sur Reelfair. S’il est à vous, contactez l’assistance.',
  },
  username_taken: {
    status: 409,
    en: 'Another creator has verified this username. If it is yours, please contact support.',
    fr: 'Un autre créateur a vérifié ce nom d’utilisateur. S’il est à vous, contactez l’assistance.',
  },
  verification_code_over: {
    status: 409,
    en: 'This code is no longer valid. Put the new one into your bio, then verify again.',
    fr: 'Ce code n’est plus valable. Mettez le nouveau dans votre bio, puis relancez la vérification.',
  },
  verification_running: {
    status: 409,
    en: 'This account is being verified. It may take up to 2 minutes.',
    fr: 'Ce compte est en cours de vérification. Cela peut prendre jusqu’à 2 minutes.',
  },
  verification_limit_reached: {
    status: 409,
    en: 'Maximum verification attempts reached. Please contact support.',
    fr: 'Nombre maximal de tentatives de vérification atteint. Contactez l’assistance.',
  },
  verification_slow: {
    status: 409,
    en: 'The verification is still taking longer than usual. You may leave this page: it goes on without you, and the result appears here by itself.',
    fr: 'La vérification prend plus de temps que d’habitude. Vous pouvez quitter cette page : elle continue sans vous, et le résultat s’affichera ici.',
  },
  verification_failed: {
    status: 409,
    en: 'Verification failed: the code was not found in the bio. Put it there exactly as it stands, wait a minute, then verify again.',
    fr: 'La vérification a échoué : le code n’a pas été trouvé dans la bio. Mettez-le tel quel, attendez une minute, puis relancez la vérification.',
  },
  verification_private: {
    status: 409,
    en: 'Verification failed: the account is private. Make it public, then verify again.',
    fr: 'La vérification a échoué : le compte est privé. Rendez-le public, puis relancez la vérification.',
  },
  verification_age_restricted: {
    status: 409,
    en: 'Verification failed: the account is restricted by age. Lift the restriction, then verify again.',
    fr: 'La vérification a échoué : le compte est soumis à une limite d’âge. Levez-la, puis relancez la vérification.',
  },
  verification_no_such_account: {
    status: 409,
    en: 'Verification failed: there is no account of this name on the network. Check the username.',
    fr: 'La vérification a échoué : aucun compte de ce nom sur ce réseau. Vérifiez le nom d’utilisateur.',
  },
  verification_not_professional: {
    status: 409,
    en: 'Verification failed: the network shows us professional accounts only. Switch yours to a professional one, which is free, then verify again.',
    fr: 'La vérification a échoué : le réseau ne nous montre que les comptes professionnels. Passez le vôtre en compte professionnel, c’est gratuit, puis relancez la vérification.',
  },
  verification_unreadable: {
    status: 409,
    en: 'Verification failed: the answer could not be read. Please try again.',
    fr: 'La vérification a échoué : la réponse n’a pas pu être lue. Veuillez réessayer.',
  },
  verification_checklist: {
    status: 409,
    en: 'The verification did not go through. Check that the code stands in the bio, that the account is not private, not restricted or suspended, that the username is written without @, and that the account can be opened by anybody.',
    fr: 'La vérification n’a pas abouti. Vérifiez que le code figure dans la bio, que le compte n’est ni privé, ni restreint ou suspendu, que le nom d’utilisateur est écrit sans @ et que chacun peut ouvrir le compte.',
  },
  verification_timed_out: {
    status: 409,
    en: 'Verification timed out. Please try again.',
    fr: 'La vérification a dépassé le temps prévu. Veuillez réessayer.',
  },
  verification_unreachable: {
    status: 409,
    en: 'Network error: Unable to reach verification service. Please check your internet connection and try again.',
    fr: 'Erreur réseau : le service de vérification est injoignable. Vérifiez votre connexion internet et réessayez.',
  },
  message_replayed: {
    status: 409,
    en: 'This message was taken before.',
    fr: 'Ce message a déjà été reçu.',
  },
  stats_running: {
    status: 409,
    en: 'The statistics are being refreshed. It may take up to 5 minutes.',
    fr: 'Les statistiques sont en cours d’actualisation. Cela peut prendre jusqu’à 5 minutes.',
  },
  stats_too_soon: {
    status: 409,
    en: 'Statistics can be refreshed once in {days} days.',
    fr: 'Les statistiques s’actualisent une fois tous les {days} jours.',
  },
  stats_failed: {
    status: 409,
    en: 'The network did not give the statistics. Please try again later.',
    fr: 'Le réseau n’a pas donné les statistiques. Veuillez réessayer plus tard.',
  },
  campaign_ended: { status: 409, en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' },
  campaign_closed: {
    status: 409,
    en: 'All views of this campaign are given out, so nobody can join any more.',
    fr: 'Toutes les vues de cette campagne sont attribuées : les inscriptions sont closes.',
  },
  unfunded_limit_reached: {
    status: 409,
    en: 'Today, {limit} of your campaigns already lacked credits. Buy credits first, or try again tomorrow.',
    fr: 'Aujourd’hui, {limit} de vos campagnes ont déjà manqué de crédits. Achetez d’abord des crédits, ou réessayez demain.',
  },
  unpaid_limit_reached: {
    status: 409,
    en: 'You have {limit} unpaid orders from today. Pay one that is still open, or try again tomorrow.',
    fr: 'Vous avez {limit} commandes impayées aujourd’hui. Payez-en une encore ouverte, ou réessayez demain.',
  },
  invitation_limit_reached: {
    status: 409,
    en: 'You have sent {limit} invitations today. Try again tomorrow.',
    fr: 'Vous avez envoyé {limit} invitations aujourd’hui. Réessayez demain.',
  },
  campaign_consumed: {
    status: 409,
    en: 'Cannot delete: views already consumed',
    fr: 'Suppression impossible : des vues ont déjà été consommées',
  },
  already_signed_up: {
    status: 409,
    en: 'Already signed up to this campaign',
    fr: 'Déjà inscrit à cette campagne',
  },
  signup_limit_reached: {
    status: 409,
    en: 'Limit reached: {limit} active campaigns at most',
    fr: 'Limite atteinte: {limit} campagnes actives maximum',
  },
  not_eligible: {
    status: 409,
    en: 'This account cannot join this campaign.',
    fr: 'Ce compte ne peut pas rejoindre cette campagne.',
  },
  creator_profile_missing: {
    status: 409,
    en: 'Your creator profile is missing. Complete it, then try again.',
    fr: 'Votre profil créateur est manquant. Complétez votre profil puis réessayez.',
  },
  review_decided: {
    status: 409,
    en: 'This review has been decided already.',
    fr: 'Cet examen a déjà été tranché.',
  },
  review_overdue: {
    status: 409,
    en: 'The time to decide this review is over, so the default applies.',
    fr: 'Le délai pour trancher cet examen est écoulé : la règle par défaut s’applique.',
  },
  transfer_below_minimum: {
    status: 409,
    en: 'A transfer takes at least {minimum} cents; {payable} are available.',
    fr: 'Un virement demande au moins {minimum} centimes ; {payable} sont disponibles.',
  },
  payout_account_missing: {
    status: 409,
    en: 'Please set up your payout account first.',
    fr: 'Configurez d’abord votre compte de paiement.',
  },
  payout_account_not_active: {
    status: 409,
    en: 'Your payout account is not active yet. The balance page says what comes next.',
    fr: 'Votre compte de paiement n’est pas encore actif. La page Solde indique la suite.',
  },
  payout_account_restricted: {
    status: 409,
    en: 'The payment provider has stopped transfers to your payout account. The balance page says what comes next.',
    fr: 'Le prestataire de paiement a suspendu les virements vers votre compte de paiement. La page Solde indique la suite.',
  },
  payout_account_closed: {
    status: 409,
    en: 'The payout account is closed. Please set up a new one.',
    fr: 'Le compte de paiement est clôturé. Veuillez en configurer un nouveau.',
  },
  transfer_refused: {
    status: 409,
    en: 'The payment provider refused the transfer. The amount is available again.',
    fr: 'Le prestataire de paiement a refusé le virement. Le montant est de nouveau disponible.',
  },
  transfer_given_up: {
    status: 409,
    en: 'The transfer did not go through after many tries. The amount is available again.',
    fr: 'Le virement n’a pas abouti après de nombreux essais. Le montant est de nouveau disponible.',
  },
  transfer_account_not_active: {
    status: 409,
    en: 'Your payout account was not active at that moment. The amount is available again.',
    fr: 'Votre compte de paiement n’était pas actif à ce moment-là. Le montant est de nouveau disponible.',
  },
  transfer_account_closed: {
    status: 409,
    en: 'The payout account was closed at that moment. The amount is available again.',
    fr: 'Le compte de paiement était clôturé à ce moment-là. Le montant est de nouveau disponible.',
  },
  transfer_waits_for_funds: {
    status: 409,
    en: 'The money for it is still on its way to our account at the payment provider. It is tried again by itself; after two weeks at the latest the amount is available again.',
    fr: 'L’argent de ce virement est encore en route vers notre compte chez le prestataire de paiement. Il est retenté automatiquement ; au plus tard après deux semaines, le montant est de nouveau disponible.',
  },
  transfer_waits_for_provider: {
    status: 409,
    en: 'The payment provider could not take it just now. It is tried again by itself.',
    fr: 'Le prestataire de paiement n’a pas pu le prendre pour l’instant. Il est retenté automatiquement.',
  },
  transfer_waits_for_answer: {
    status: 409,
    en: 'The payment provider has not said whether it was paid. That is looked up first, so it cannot be paid twice.',
    fr: 'Le prestataire de paiement n’a pas dit s’il a été payé. On le vérifie d’abord : il ne peut pas être payé deux fois.',
  },
  transfer_paid_twice: {
    status: 409,
    en: 'Somebody must look: Stripe made more than one transfer for it. Nothing was booked for the others.',
    fr: 'À vérifier par une personne : Stripe a fait plus d’un virement pour celui-ci. Rien n’a été comptabilisé pour les autres.',
  },
  transfer_other_payment: {
    status: 409,
    en: 'Somebody must look: a transfer of another amount or to somebody else bears its name at Stripe. It is not tried until then.',
    fr: 'À vérifier par une personne : un virement d’un autre montant ou vers quelqu’un d’autre porte son nom chez Stripe. Rien n’est tenté d’ici là.',
  },
  transfer_paid_after_failure: {
    status: 409,
    en: 'Somebody must look: Stripe paid it after its amount had become available again.',
    fr: 'À vérifier par une personne : Stripe l’a payé après que son montant était redevenu disponible.',
  },
  confirmation_invalid: {
    status: 410,
    en: 'This link has been used, replaced by a newer one, or is older than {hours} hours.',
    fr: 'Ce lien a déjà servi, a été remplacé par un plus récent ou a plus de {hours} heures.',
  },
  sign_in_link_invalid: {
    status: 410,
    en: 'This link has already been used, was replaced by a newer one, or is more than {minutes} minutes old.',
    fr: 'Ce lien a déjà servi, a été remplacé par un plus récent ou a plus de {minutes} minutes.',
  },
  too_large: { status: 413, en: 'This is too large: {limit} at most.', fr: 'C’est trop volumineux : {limit} au maximum.' },
  media_too_large: { status: 413, en: 'File too large (max 40MB)', fr: 'Fichier trop volumineux (40 Mo maximum)' },
  media_type: {
    status: 415,
    en: 'Unsupported file type. Allowed: PNG, JPG (image) or WEBM (video).',
    fr: 'Type de fichier non pris en charge. Autorisés : PNG, JPG (image) ou WEBM (vidéo).',
  },
  wrong_type: { status: 415, en: 'This kind of content is not taken here.', fr: 'Ce type de contenu n’est pas accepté ici.' },
  unknown_host: {
    status: 421,
    en: 'This site does not answer at that address. Check the link.',
    fr: 'Ce site ne répond pas à cette adresse. Vérifiez le lien.',
  },
  too_many_requests: {
    status: 429,
    en: 'Too many requests. Please try again in {seconds} s.',
    fr: 'Trop de requêtes. Veuillez réessayer dans {seconds} s.',
  },
  resend_too_soon: {
    status: 429,
    en: 'A mail was asked for a moment ago. You can ask again in {seconds} s.',
    fr: 'Un e-mail vient d’être demandé. Vous pourrez le redemander dans {seconds} s.',
  },
  sign_in_slowed: {
    status: 429,
    en: 'Too many attempts with a wrong password. Please try again in {seconds} s.',
    fr: 'Trop de tentatives avec un mauvais mot de passe. Veuillez réessayer dans {seconds} s.',
  },
  headers_too_large: {
    status: 431,
    en: 'The request’s headers are too large.',
    fr: 'Les en-têtes de la requête sont trop volumineux.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side. Nothing was changed. Reference: {requestId}',
    fr: 'Un problème est survenu de notre côté. Rien n’a été modifié. Référence : {requestId}',
  },
  provider_unavailable: {
    status: 503,
    en: 'The payment provider does not answer at the moment. Please try again shortly.',
    fr: 'Le prestataire de paiement ne répond pas pour le moment. Veuillez réessayer sous peu.',
  },
  too_many_uploads: {
    status: 503,
    en: 'Too many files are being uploaded at the moment. Please try again in {seconds} s.',
    fr: 'Trop de fichiers sont en cours d’envoi. Veuillez réessayer dans {seconds} s.',
  },
  unavailable: {
    status: 503,
    en: 'This part does not answer at the moment. Please try again shortly.',
    fr: 'Cette partie ne répond pas pour le moment. Veuillez réessayer sous peu.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

/** What a refusal says beside its code; figures and words for the sentence, or lists for the screen. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** An expected error. Its code is answered; whatever else is thrown is a bug and answered 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/**
 * Refuses what was asked for.
 * @throws Refusal always
 * @example if (active.count >= 5) refuse('signup_limit_reached', { limit: 5 })
 */
export function refuse(code: ErrorCode, details: ErrorDetails = {}): never {
  throw new Refusal(code, details)
}

/**
 * The sentence of an error in the reader's language.
 * @example sentenceOf('too_large', { limit: '40 MB' }, 'en') // 'This is too large: 40 MB at most.'
 */
export function sentenceOf(code: ErrorCode, details: ErrorDetails, locale: Locale): string {
  return errorTable[code][locale].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(details[name] ?? hole))
}

/** RFC 9457, as every service answers a refusal; `application/problem+json`. */
export interface Problem {
  readonly type: 'about:blank'
  readonly status: number
  /** The code in words for programs; people read `detail`. */
  readonly code: ErrorCode
  readonly title: string
  /** The sentence, in the language of the request's Accept-Language. */
  readonly detail: string
  readonly requestId: string
  readonly details?: ErrorDetails
  /** For `invalid_input`: the field's path, e.g. `address.city`, and what is wrong with it in the reader's language. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[]
}
