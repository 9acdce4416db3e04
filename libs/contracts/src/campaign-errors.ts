export const campaignErrors = {
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
  creators_only: {
    status: 403,
    en: 'Access denied. Make sure you’re signed in as a creator.',
    fr: 'Accès refusé. Assurez-vous d’être connecté en tant que créateur.',
  },
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
  campaign_ended: { status: 409, en: 'This campaign has ended.', fr: 'Cette campagne est terminée.' },
  campaign_closed: {
    status: 409,
    en: 'All views for this campaign have been allocated. It’s closed to new sign-ups.',
    fr: 'Toutes les vues de cette campagne ont été attribuées : les inscriptions sont closes.',
  },
  unfunded_limit_reached: {
    status: 409,
    en: 'Today, {limit} of your campaigns couldn’t start because you didn’t have enough credits. Buy credits first, or try again tomorrow.',
    fr: 'Aujourd’hui, {limit} de vos campagnes n’ont pas pu démarrer faute de crédits. Achetez des crédits ou réessayez demain.',
  },
  campaign_consumed: {
    status: 409,
    en: 'Cannot delete: views already consumed',
    fr: 'Suppression impossible : des vues ont déjà été consommées',
  },
  already_signed_up: {
    status: 409,
    en: 'You’ve already signed up for this campaign.',
    fr: 'Déjà inscrit à cette campagne',
  },
  signup_limit_reached: {
    status: 409,
    en: 'You’ve reached the limit of {limit} active campaigns.',
    fr: 'Limite atteinte: {limit} campagnes actives maximum',
  },
  not_eligible: {
    status: 409,
    en: 'This account can’t sign up for this campaign.',
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
  media_too_large: { status: 413, en: 'File too large (max 40MB)', fr: 'Fichier trop volumineux (40 Mo maximum)' },
  media_type: {
    status: 415,
    en: 'Unsupported file type. Allowed: PNG, JPG (image) or WEBM (video).',
    fr: 'Type de fichier non pris en charge. Formats autorisés : PNG, JPG (image) ou WEBM (vidéo).',
  },
  too_many_uploads: {
    status: 503,
    en: 'Too many files are being uploaded at the moment. Please try again in {seconds} s.',
    fr: 'Trop de fichiers sont en cours d’envoi. Veuillez réessayer dans {seconds} s.',
  },
} as const
