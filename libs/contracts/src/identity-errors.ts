export const identityErrors = {
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
  not_signed_in: { status: 401, en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' },
  wrong_credentials: {
    status: 401,
    en: 'Incorrect e-mail address or password.',
    fr: 'Adresse e-mail ou mot de passe incorrect.',
  },
  wrong_password: { status: 403, en: 'Incorrect password.', fr: 'Mot de passe incorrect.' },
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
  email_taken: {
    status: 409,
    en: 'An account with this email already exists.',
    fr: 'Un compte existe déjà avec cette adresse e-mail.',
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
  resend_too_soon: {
    status: 429,
    en: 'An e-mail was requested a moment ago. You can request another one in {seconds} s.',
    fr: 'Un e-mail vient d’être demandé. Vous pourrez en demander un autre dans {seconds} s.',
  },
  sign_in_slowed: {
    status: 429,
    en: 'Too many incorrect password attempts. Please try again in {seconds} s.',
    fr: 'Trop de tentatives avec un mot de passe incorrect. Veuillez réessayer dans {seconds} s.',
  },
} as const
