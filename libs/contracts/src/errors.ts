/** All expected errors: each code’s HTTP status and text in both languages. People never see any other error text. */
import type { Locale } from './words.ts'

interface ErrorEntry {
  readonly status: number
  readonly en: string
  readonly fr: string
}

/** In a text, `{name}` is replaced by `details.name`. */
export const errorTable = {
  invalid_input: {
    status: 400,
    en: 'Some of the information is invalid. Check it and try again.',
    fr: 'Certaines informations ne sont pas valides. Vérifiez-les, puis réessayez.',
  },
  malformed_body: {
    status: 400,
    en: 'The request couldn’t be read. Please try again.',
    fr: 'La requête n’a pas pu être lue. Veuillez réessayer.',
  },
  too_complex: {
    status: 400,
    en: 'The request has too many fields or nested levels. Send fewer.',
    fr: 'La requête comporte trop de champs ou de niveaux d’imbrication. Réduisez-en le nombre.',
  },
  username_spaces: {
    status: 400,
    en: 'Remove the spaces before and after the username.',
    fr: 'Supprimez les espaces avant et après le nom d’utilisateur.',
  },
  username_address: {
    status: 400,
    en: 'Enter only the username: no @ and no link.',
    fr: 'Saisissez uniquement le nom d’utilisateur, sans @ ni lien.',
  },
  username_characters: {
    status: 400,
    en: 'This isn’t a valid username on this network. Check its characters and length.',
    fr: 'Ce nom d’utilisateur n’est pas valide sur ce réseau. Vérifiez ses caractères et sa longueur.',
  },
  text_characters: {
    status: 400,
    en: 'This text contains characters that can’t be displayed. Please type it again.',
    fr: 'Ce texte contient des caractères qui ne peuvent pas être affichés. Veuillez le saisir à nouveau.',
  },
  beginning_past: {
    status: 400,
    en: 'The start date is in the past. Choose today or a later date.',
    fr: 'La date de début est déjà passée. Choisissez la date du jour ou une date ultérieure.',
  },
  terms_required: {
    status: 400,
    en: 'Please accept the Terms.',
    fr: 'Veuillez accepter les Conditions.',
  },
  password_common: {
    status: 400,
    en: 'This password is too common. Please choose another one.',
    fr: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  },
  brand_name_placeholder: {
    status: 400,
    en: 'This is only a placeholder. Enter your brand’s real name.',
    fr: 'Ce nom n’est qu’un exemple. Saisissez le vrai nom de votre marque.',
  },
  phone_invalid: {
    status: 400,
    en: 'This phone number isn’t valid. Check the country and the digits.',
    fr: 'Ce numéro de téléphone n’est pas valide. Vérifiez le pays et le numéro saisi.',
  },
  redirect_foreign: {
    status: 400,
    en: 'This link leads to another site.',
    fr: 'Ce lien renvoie vers un autre site.',
  },
  link_required: {
    status: 400,
    en: 'Enter the link that creators will put in their bio.',
    fr: 'Saisissez le lien que les créateurs ajouteront à leur bio.',
  },
  link_invalid: {
    status: 400,
    en: 'Enter a full link, starting with https://',
    fr: 'Saisissez un lien complet, commençant par https://',
  },
  link_unsafe: {
    status: 400,
    en: 'This link hides where it leads: it contains a backslash, a username before the domain or an invisible character. Copy it from your browser’s address bar.',
    fr: 'Ce lien masque sa destination : il contient une barre oblique inverse, un identifiant avant le nom de domaine ou un caractère invisible. Copiez-le depuis la barre d’adresse de votre navigateur.',
  },
  category_required: { status: 400, en: 'Please choose a category.', fr: 'Choisissez une catégorie.' },
  views_goal_invalid: {
    status: 400,
    en: 'Choose between 1,000 and 500,000 views, in steps of 1,000.',
    fr: 'Choisissez entre 1 000 et 500 000 vues, par tranches de 1 000.',
  },
  media_required: { status: 400, en: 'Please add the campaign logo.', fr: 'Ajoutez le logo de la campagne.' },
  media_dimensions: {
    status: 400,
    en: 'Invalid dimensions. Required: 1072×250',
    fr: 'Dimensions incorrectes. Dimensions requises : 1072×250',
  },
  media_too_short: {
    status: 400,
    en: 'The video must be at least {seconds} seconds long.',
    fr: 'La vidéo doit durer au moins {seconds} secondes.',
  },
  media_image_unreadable: { status: 400, en: 'Unable to read image', fr: 'Impossible de lire l’image' },
  media_video_unreadable: { status: 400, en: 'Unable to read video', fr: 'Impossible de lire la vidéo' },
  data_invalid: {
    status: 400,
    en: 'Some of the data is invalid. Check it and try again.',
    fr: 'Données invalides envoyées (contrainte non respectée).',
  },
  bad_signature: { status: 400, en: 'This message’s signature is invalid.', fr: 'La signature de ce message n’est pas valide.' },
  not_signed_in: { status: 401, en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' },
  wrong_credentials: {
    status: 401,
    en: 'Incorrect e-mail address or password.',
    fr: 'Adresse e-mail ou mot de passe incorrect.',
  },
  not_allowed: {
    status: 403,
    en: 'Your account doesn’t have permission to do this.',
    fr: 'Votre compte n’est pas autorisé à effectuer cette action.',
  },
  brand_incomplete: {
    status: 403,
    en: 'Please add your company details first.',
    fr: 'Veuillez d’abord indiquer les coordonnées de votre société.',
  },
  email_unconfirmed: {
    status: 403,
    en: 'This e-mail address isn’t confirmed yet. Open the link in our e-mail, or ask for a new one.',
    fr: 'Cette adresse e-mail n’est pas encore confirmée. Ouvrez le lien reçu par e-mail ou demandez-en un nouveau.',
  },
  creators_only: {
    status: 403,
    en: 'Access denied. Make sure you’re signed in as a creator.',
    fr: 'Accès refusé. Assurez-vous d’être connecté en tant que créateur.',
  },
  foreign_origin: { status: 403, en: 'This request came from another site.', fr: 'Cette requête provient d’un autre site.' },
  not_found: { status: 404, en: 'We couldn’t find what you’re looking for.', fr: 'Nous n’avons pas trouvé ce que vous cherchez.' },
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
  method_not_allowed: {
    status: 405,
    en: 'This address doesn’t accept this kind of request.',
    fr: 'Cette adresse n’accepte pas ce type de requête.',
  },
  too_slow: {
    status: 408,
    en: 'The request took too long to arrive. Please try again.',
    fr: 'La requête a mis trop de temps à nous parvenir. Veuillez réessayer.',
  },
  conflict: {
    status: 409,
    en: 'This has changed in the meantime. Check it, then try again.',
    fr: 'Cet élément a été modifié entre-temps. Vérifiez-le, puis réessayez.',
  },
  key_reused: {
    status: 409,
    en: 'This request key has already been used for a different request.',
    fr: 'Cette clé de requête a déjà été utilisée pour une autre requête.',
  },
  email_taken: {
    status: 409,
    en: 'An account with this email already exists.',
    fr: 'Un compte existe déjà avec cette adresse e-mail.',
  },
  account_exists: {
    status: 409,
    en: 'You’ve already added this account.',
    fr: 'Vous avez déjà ajouté ce compte.',
  },
  account_limit_reached: {
    status: 409,
    en: 'You’ve reached the limit of {limit} accounts per network.',
    fr: 'Vous avez atteint la limite de {limit} comptes par réseau.',
  },
  account_additions_reached: {
    status: 409,
    en: 'You’ve already added {limit} accounts on this network today. Try again tomorrow.',
    fr: 'Vous avez déjà ajouté {limit} comptes sur ce réseau aujourd’hui. Réessayez demain.',
  },
  account_verified: {
    status: 409,
    en: 'You can’t remove a verified account.',
    fr: 'Vous ne pouvez pas supprimer un compte vérifié.',
  },
  account_already_verified: {
    status: 409,
    en: 'This account is already verified.',
    fr: 'Ce compte est déjà vérifié.',
  },
  account_not_verified: {
    status: 409,
    en: 'Please verify this account first.',
    fr: 'Veuillez d’abord vérifier ce compte.',
  },
  account_taken: {
    status: 409,
    en: 'This account is already verified on Reelfair. If it’s yours, please contact support.',
    fr: 'Ce compte est déjà vérifié sur Reelfair. S’il vous appartient, contactez l’assistance.',
  },
  username_taken: {
    status: 409,
    en: 'Another creator has verified this username. If it’s yours, please contact support.',
    fr: 'Ce nom d’utilisateur a déjà été vérifié par un autre créateur. S’il vous appartient, contactez l’assistance.',
  },
  verification_code_over: {
    status: 409,
    en: 'This code is no longer valid. Put the new one in your bio, then verify again.',
    fr: 'Ce code n’est plus valable. Placez le nouveau code dans votre bio, puis relancez la vérification.',
  },
  verification_running: {
    status: 409,
    en: 'We’re already verifying this account. It can take up to 2 minutes.',
    fr: 'La vérification de ce compte est en cours. Elle peut prendre jusqu’à 2 minutes.',
  },
  verification_limit_reached: {
    status: 409,
    en: 'Maximum verification attempts reached. Please contact support.',
    fr: 'Nombre maximal de tentatives de vérification atteint. Contactez l’assistance.',
  },
  verification_slow: {
    status: 409,
    en: 'Verification is taking longer than usual. You can leave this page: it continues in the background, and the result will appear here.',
    fr: 'La vérification prend plus de temps que d’habitude. Vous pouvez quitter cette page : la vérification continue en arrière-plan et le résultat s’affichera ici.',
  },
  verification_failed: {
    status: 409,
    en: 'Verification failed: we couldn’t find the code in the bio. Add it exactly as shown, wait a minute, then verify again.',
    fr: 'La vérification a échoué : le code est introuvable dans la bio. Ajoutez-le tel quel, attendez une minute, puis relancez la vérification.',
  },
  verification_private: {
    status: 409,
    en: 'Verification failed: the account is private. Make it public, then verify again.',
    fr: 'La vérification a échoué : le compte est privé. Rendez-le public, puis relancez la vérification.',
  },
  verification_age_restricted: {
    status: 409,
    en: 'Verification failed: the account is age-restricted. Remove the restriction, then verify again.',
    fr: 'La vérification a échoué : le compte est soumis à une restriction d’âge. Supprimez-la, puis relancez la vérification.',
  },
  verification_no_such_account: {
    status: 409,
    en: 'Verification failed: no account on the network has this name. Check the username.',
    fr: 'La vérification a échoué : aucun compte ne porte ce nom sur ce réseau. Vérifiez le nom d’utilisateur.',
  },
  verification_not_professional: {
    status: 409,
    en: 'Verification failed: the network only shows us professional accounts. Switch yours to a professional account (it’s free), then verify again.',
    fr: 'La vérification a échoué : le réseau ne nous donne accès qu’aux comptes professionnels. Passez à un compte professionnel (c’est gratuit), puis relancez la vérification.',
  },
  verification_unreadable: {
    status: 409,
    en: 'Verification failed: the response couldn’t be read. Please try again.',
    fr: 'La vérification a échoué : la réponse n’a pas pu être lue. Veuillez réessayer.',
  },
  verification_checklist: {
    status: 409,
    en: 'We couldn’t verify this account. Check that the code is in the bio, that the account is not private, restricted or suspended, that the username has no @, and that anyone can open the account.',
    fr: 'La vérification n’a pas abouti. Vérifiez que le code figure dans la bio, que le compte n’est ni privé, ni restreint, ni suspendu, que le nom d’utilisateur est saisi sans @ et que le profil est visible par tous.',
  },
  verification_timed_out: {
    status: 409,
    en: 'Verification timed out. Please try again.',
    fr: 'La vérification a pris trop de temps. Veuillez réessayer.',
  },
  verification_unreachable: {
    status: 409,
    en: 'Network error: Unable to reach verification service. Please check your internet connection and try again.',
    fr: 'Erreur réseau : le service de vérification est injoignable. Vérifiez votre connexion internet et réessayez.',
  },
  message_replayed: {
    status: 409,
    en: 'This message has already been received.',
    fr: 'Ce message a déjà été reçu.',
  },
  stats_running: {
    status: 409,
    en: 'The statistics are being refreshed. It can take up to 5 minutes.',
    fr: 'Les statistiques sont en cours d’actualisation. Cela peut prendre jusqu’à 5 minutes.',
  },
  stats_too_soon: {
    status: 409,
    en: 'You can refresh statistics once every {days} days.',
    fr: 'Les statistiques ne peuvent être actualisées qu’une fois tous les {days} jours.',
  },
  stats_failed: {
    status: 409,
    en: 'The network didn’t provide the statistics. Please try again later.',
    fr: 'Le réseau n’a pas fourni les statistiques. Veuillez réessayer plus tard.',
  },
  campaign_ended: { status: 409, en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' },
  campaign_closed: {
    status: 409,
    en: 'All views of this campaign have been allocated. It’s closed to new sign-ups.',
    fr: 'Toutes les vues de cette campagne ont été attribuées : les inscriptions sont closes.',
  },
  unfunded_limit_reached: {
    status: 409,
    en: 'Today, {limit} of your campaigns couldn’t start because you didn’t have enough credits. Buy credits first, or try again tomorrow.',
    fr: 'Aujourd’hui, {limit} de vos campagnes n’ont pas pu démarrer, faute de crédits. Achetez d’abord des crédits ou réessayez demain.',
  },
  unpaid_limit_reached: {
    status: 409,
    en: 'You have {limit} unpaid orders from today. Pay one that’s still open, or try again tomorrow.',
    fr: 'Vous avez passé {limit} commandes aujourd’hui sans les régler. Réglez l’une de celles qui sont encore ouvertes ou réessayez demain.',
  },
  invitation_limit_reached: {
    status: 409,
    en: 'You’ve already sent {limit} invitations today. Try again tomorrow.',
    fr: 'Vous avez déjà envoyé {limit} invitations aujourd’hui. Réessayez demain.',
  },
  campaign_consumed: {
    status: 409,
    en: 'Cannot delete: views already consumed',
    fr: 'Suppression impossible : des vues ont déjà été consommées',
  },
  already_signed_up: {
    status: 409,
    en: 'You’ve already joined this campaign.',
    fr: 'Déjà inscrit à cette campagne',
  },
  signup_limit_reached: {
    status: 409,
    en: 'You’ve reached the limit of {limit} active campaigns.',
    fr: 'Limite atteinte: {limit} campagnes actives maximum',
  },
  not_eligible: {
    status: 409,
    en: 'This account can’t join this campaign.',
    fr: 'Ce compte ne peut pas participer à cette campagne.',
  },
  creator_profile_missing: {
    status: 409,
    en: 'Your creator profile is missing. Complete it, then try again.',
    fr: 'Votre profil créateur est manquant. Complétez votre profil puis réessayez.',
  },
  review_decided: {
    status: 409,
    en: 'This review has already been decided.',
    fr: 'Cette vérification a déjà fait l’objet d’une décision.',
  },
  review_overdue: {
    status: 409,
    en: 'The deadline for this review has passed, so the default decision applies.',
    fr: 'Le délai de cette vérification est écoulé : la décision par défaut s’applique.',
  },
  transfer_below_minimum: {
    status: 409,
    en: 'The minimum transfer is {minimum} cents; you have {payable} cents available.',
    fr: 'Le montant minimum d’un virement est de {minimum} centimes ; vous disposez de {payable} centimes.',
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
    fr: 'Le virement n’a pas abouti après de nombreuses tentatives. Le montant est de nouveau disponible.',
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
    fr: 'Les fonds de ce virement ne sont pas encore arrivés sur notre compte chez le prestataire de paiement. Nous réessaierons automatiquement. Au plus tard dans deux semaines, le montant sera de nouveau disponible.',
  },
  transfer_waits_for_provider: {
    status: 409,
    en: 'The payment provider couldn’t process the transfer just now. We’ll retry automatically.',
    fr: 'Le prestataire de paiement n’a pas pu traiter le virement pour le moment. Nous réessaierons automatiquement.',
  },
  transfer_waits_for_answer: {
    status: 409,
    en: 'The payment provider hasn’t confirmed whether this transfer was paid. We’ll check before retrying, so it can’t be paid twice.',
    fr: 'Le prestataire de paiement n’a pas encore indiqué si ce virement a été effectué. Nous le vérifierons avant de réessayer, afin qu’il ne soit effectué qu’une seule fois.',
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
  confirmation_invalid: {
    status: 410,
    en: 'This link has already been used, was replaced by a newer one, or is more than {hours} hours old.',
    fr: 'Ce lien a déjà été utilisé, a été remplacé par un plus récent ou date de plus de {hours} heures.',
  },
  sign_in_link_invalid: {
    status: 410,
    en: 'This link has already been used, was replaced by a newer one, or is more than {minutes} minutes old.',
    fr: 'Ce lien a déjà été utilisé, a été remplacé par un plus récent ou date de plus de {minutes} minutes.',
  },
  too_large: {
    status: 413,
    en: 'This is too large. The maximum is {limit}.',
    fr: 'Ce contenu est trop volumineux. La limite est de {limit}.',
  },
  media_too_large: { status: 413, en: 'File too large (max 40MB)', fr: 'Fichier trop volumineux (40 Mo maximum)' },
  media_type: {
    status: 415,
    en: 'Unsupported file type. Allowed: PNG, JPG (image) or WEBM (video).',
    fr: 'Type de fichier non pris en charge. Formats autorisés : PNG, JPG (image) ou WEBM (vidéo).',
  },
  wrong_type: { status: 415, en: 'This type of content isn’t accepted here.', fr: 'Ce type de contenu n’est pas accepté ici.' },
  unknown_host: {
    status: 421,
    en: 'This site isn’t available at that address. Check the link.',
    fr: 'Ce site n’est pas disponible à cette adresse. Vérifiez le lien.',
  },
  too_many_requests: {
    status: 429,
    en: 'Too many requests. Please try again in {seconds} s.',
    fr: 'Trop de requêtes. Veuillez réessayer dans {seconds} s.',
  },
  resend_too_soon: {
    status: 429,
    en: 'An e-mail was requested a moment ago. You can request another one in {seconds} s.',
    fr: 'Un e-mail vient d’être demandé. Vous pourrez en demander un autre dans {seconds} s.',
  },
  sign_in_slowed: {
    status: 429,
    en: 'Too many attempts with a wrong password. Please try again in {seconds} s.',
    fr: 'Trop de tentatives avec un mot de passe incorrect. Veuillez réessayer dans {seconds} s.',
  },
  headers_too_large: {
    status: 431,
    en: 'The request headers are too large.',
    fr: 'Les en-têtes de la requête sont trop volumineux.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side. Nothing was changed. Reference: {requestId}',
    fr: 'Un problème est survenu de notre côté. Rien n’a été modifié. Référence : {requestId}',
  },
  provider_unavailable: {
    status: 503,
    en: 'The payment provider isn’t responding at the moment. Please try again shortly.',
    fr: 'Le prestataire de paiement ne répond pas pour le moment. Veuillez réessayer dans quelques instants.',
  },
  too_many_uploads: {
    status: 503,
    en: 'Too many files are being uploaded at the moment. Please try again in {seconds} s.',
    fr: 'Trop de fichiers sont en cours d’envoi. Veuillez réessayer dans {seconds} s.',
  },
  unavailable: {
    status: 503,
    en: 'This part of Reelfair isn’t available at the moment. Please try again shortly.',
    fr: 'Cette partie de Reelfair n’est pas disponible pour le moment. Veuillez réessayer dans quelques instants.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

/** Values for the placeholders of a refusal’s text, or lists for the screen. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** An expected error, sent to the client with its code. Any other thrown error is a bug and results in a 500. */
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
 * Refuses the request.
 * @throws Refusal always
 * @example if (active.count >= 5) refuse('signup_limit_reached', { limit: 5 })
 */
export function refuse(code: ErrorCode, details: ErrorDetails = {}): never {
  throw new Refusal(code, details)
}

/**
 * An error’s text in the reader’s language.
 * @example sentenceOf('too_large', { limit: '40 MB' }, 'en') // 'This is too large. The maximum is 40 MB.'
 */
export function sentenceOf(code: ErrorCode, details: ErrorDetails, locale: Locale): string {
  return errorTable[code][locale].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(details[name] ?? hole))
}

/** The body of every refusal, `application/problem+json`. @source RFC 9457 */
export interface Problem {
  readonly type: 'about:blank'
  readonly status: number
  /** For programs; people read `detail`. */
  readonly code: ErrorCode
  readonly title: string
  /** The text, in the language of the request’s Accept-Language. */
  readonly detail: string
  readonly requestId: string
  readonly details?: ErrorDetails
  /** For `invalid_input`: each field’s path, e.g. `address.city`, and its error in the reader’s language. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[]
}
