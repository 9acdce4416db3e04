export const requestErrors = {
  invalid_input: {
    status: 400,
    en: 'Some of the information is invalid. Check it and try again.',
    fr: 'Certaines informations ne sont pas valides. Vérifiez-les, puis réessayez.',
  },
  malformed_body: {
    status: 400,
    en: 'The request couldn’t be read. Please try again.',
    fr: 'Votre demande n’a pas pu être lue. Veuillez réessayer.',
  },
  too_complex: {
    status: 400,
    en: 'The request has too many fields or levels of nesting. Simplify it, then try again.',
    fr: 'La requête comporte trop de champs ou de niveaux d’imbrication. Réduisez-en le nombre.',
  },
  text_characters: {
    status: 400,
    en: 'This text contains characters that can’t be displayed. Please type it again.',
    fr: 'Ce texte contient des caractères qui ne peuvent pas être affichés. Veuillez le saisir à nouveau.',
  },
  bad_signature: { status: 400, en: 'This message’s signature is invalid.', fr: 'La signature de ce message n’est pas valide.' },
  not_allowed: {
    status: 403,
    en: 'Your account doesn’t have permission to do this.',
    fr: 'Votre compte n’est pas autorisé à effectuer cette action.',
  },
  foreign_origin: { status: 403, en: 'This request came from another site.', fr: 'Cette requête provient d’un autre site.' },
  not_found: { status: 404, en: 'We couldn’t find what you’re looking for.', fr: 'Nous n’avons pas trouvé ce que vous cherchez.' },
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
  too_large: {
    status: 413,
    en: 'This is too large. The maximum is {limit}.',
    fr: 'Ce contenu est trop volumineux. La limite est de {limit}.',
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
  unavailable: {
    status: 503,
    en: 'This part of Reelfair isn’t available at the moment. Please try again shortly.',
    fr: 'Cette partie de Reelfair n’est pas disponible pour le moment. Veuillez réessayer dans quelques instants.',
  },
} as const
