export const identityErrors = {
  terms_required: {
    status: 400,
    en: 'Please accept the Terms.',
    fr: 'Veuillez accepter les Conditions.',
  },
  terms_outdated: {
    status: 403,
    en: 'Please accept the current Terms first.',
    fr: 'Veuillez d’abord accepter les Conditions en vigueur.',
  },
  terms_not_current: {
    status: 409,
    en: 'A newer version of the Terms has been published. Please reload the page.',
    fr: 'Une version plus récente des Conditions a été publiée. Veuillez recharger la page.',
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
  person_name_link: {
    status: 400,
    en: 'Enter a name without a web or e-mail address.',
    fr: 'Saisissez un nom sans adresse web ni adresse e-mail.',
  },
  phone_invalid: {
    status: 400,
    en: 'This phone number isn’t valid. Check the country and the digits.',
    fr: 'Ce numéro de téléphone n’est pas valide. Vérifiez le pays et le numéro saisi.',
  },
  registration_number_invalid: {
    status: 400,
    en: 'This isn’t a valid SIREN (9 digits) or SIRET (14 digits). Check the digits.',
    fr: 'Ce numéro SIREN (9 chiffres) ou SIRET (14 chiffres) n’est pas valide. Vérifiez les chiffres.',
  },
  vat_number_invalid: {
    status: 400,
    en: 'This VAT number isn’t valid for this country. Check it for typos.',
    fr: 'Ce numéro de TVA n’est pas valide pour ce pays. Vérifiez-le.',
  },
  postal_code_invalid: {
    status: 400,
    en: 'This postal code isn’t valid in this country.',
    fr: 'Ce code postal n’est pas valide pour ce pays.',
  },
  brand_logo_size: {
    status: 400,
    en: 'This picture measures {width} × {height} px. Each side must measure 128 to 1,024 px.',
    fr: 'Cette image mesure {width} × {height} px. Chaque côté doit mesurer entre 128 et 1 024 px.',
  },
  brand_logo_unreadable: {
    status: 400,
    en: 'This picture is damaged or incomplete. Export it again, then try again.',
    fr: 'Cette image est endommagée ou incomplète. Exportez-la à nouveau, puis réessayez.',
  },
  brand_logo_too_large: {
    status: 413,
    en: 'This file is too large. The maximum is 512 KB.',
    fr: 'Ce fichier est trop volumineux. La taille maximale est de 512 Ko.',
  },
  brand_logo_type: {
    status: 415,
    en: 'Choose a PNG, JPEG or WebP picture that isn’t animated.',
    fr: 'Choisissez une image PNG, JPEG ou WebP non animée.',
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
    en: 'Please add your brand’s name and a contact first.',
    fr: 'Veuillez d’abord indiquer le nom de votre marque et un contact.',
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
  fresh_sign_in_required: {
    status: 403,
    en: 'Enter your password to confirm that it’s you.',
    fr: 'Saisissez votre mot de passe pour confirmer votre identité.',
  },
  recent_sign_in_required: {
    status: 403,
    en: 'Sign out and sign in again to confirm that it’s you. Then continue within 10 minutes.',
    fr: 'Déconnectez-vous, puis reconnectez-vous pour confirmer votre identité. Vous aurez ensuite 10 minutes pour continuer.',
  },
  wrong_code: {
    status: 403,
    en: 'This code is incorrect or has already been used. Enter the code that your app shows now, or an unused recovery code.',
    fr: 'Code incorrect ou déjà utilisé. Saisissez le code actuellement affiché par votre application ou un code de récupération non utilisé.',
  },
  second_factor_required: {
    status: 403,
    en: 'Administrators must set up two-step sign-in first, on the account page.',
    fr: 'Les administrateurs doivent d’abord activer la connexion en deux étapes sur la page de leur compte.',
  },
  second_factor_active: {
    status: 409,
    en: 'Two-step sign-in is already on.',
    fr: 'La connexion en deux étapes est déjà activée.',
  },
  second_factor_missing: {
    status: 409,
    en: 'Two-step sign-in is off.',
    fr: 'La connexion en deux étapes est désactivée.',
  },
  google_connected_elsewhere: {
    status: 409,
    en: 'This Google account is already connected to another Reelfair account.',
    fr: 'Ce compte Google est déjà associé à un autre compte Reelfair.',
  },
  google_already_connected: {
    status: 409,
    en: 'Your Reelfair account is already connected to another Google account. Sign in another way, then disconnect it on your account page.',
    fr: 'Votre compte Reelfair est déjà associé à un autre compte Google. Connectez-vous autrement, puis dissociez-le sur la page de votre compte.',
  },
  google_only_sign_in: {
    status: 409,
    en: 'Your account has no password yet. Set one on your account page first.',
    fr: 'Votre compte n’a pas encore de mot de passe. Définissez-en d’abord un sur la page de votre compte.',
  },
  google_email_unverified: {
    status: 409,
    en: 'Google hasn’t confirmed the e-mail address of this Google account. Confirm it with Google first.',
    fr: 'Google n’a pas confirmé l’adresse e-mail de ce compte Google. Confirmez-la d’abord auprès de Google.',
  },
  google_state_invalid: {
    status: 410,
    en: 'This sign-in with Google has expired, was already used, or was started in another browser. Please start again.',
    fr: 'Cette connexion avec Google a expiré, a déjà été utilisée ou a été lancée dans un autre navigateur. Veuillez recommencer.',
  },
  challenge_invalid: {
    status: 410,
    en: 'This sign-in has expired, was already completed, or had too many incorrect codes. Please sign in again.',
    fr: 'Cette tentative de connexion a expiré ou a déjà abouti, ou trop de codes incorrects ont été saisis. Veuillez vous reconnecter.',
  },
  enrolment_invalid: {
    status: 410,
    en: 'This QR code is more than {minutes} minutes old. Start again to get a new one.',
    fr: 'Ce code QR date de plus de {minutes} minutes. Recommencez pour en obtenir un autre.',
  },
  google_failed: {
    status: 502,
    en: 'Google couldn’t complete the sign-in. Please try again.',
    fr: 'Google n’a pas pu terminer la connexion. Veuillez réessayer.',
  },
  google_unavailable: {
    status: 503,
    en: 'Google isn’t responding. Please try again, or sign in with your password.',
    fr: 'Google ne répond pas. Veuillez réessayer ou vous connecter avec votre mot de passe.',
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
  notification_required: {
    status: 409,
    en: 'We always send e-mails about payments, the Terms and security.',
    fr: 'Nous envoyons toujours les e-mails concernant les paiements, les Conditions et la sécurité.',
  },
  unsubscribe_invalid: {
    status: 410,
    en: 'This unsubscribe link is incomplete or too old. Sign in to choose which e-mails you get.',
    fr: 'Ce lien de désinscription est incomplet ou trop ancien. Connectez-vous pour choisir les e-mails que vous souhaitez recevoir.',
  },
  data_export_too_soon: {
    status: 429,
    en: 'You requested your data less than 24 hours ago. You can request it again in {hours} h.',
    fr: 'Vous avez demandé vos données il y a moins de 24 heures. Vous pourrez les demander à nouveau dans {hours} h.',
  },
  reset_link_invalid: {
    status: 410,
    en: 'This link has already been used, was replaced by a newer one, or is more than {minutes} minutes old.',
    fr: 'Ce lien a déjà été utilisé, a été remplacé par un plus récent ou date de plus de {minutes} minutes.',
  },
  email_change_invalid: {
    status: 410,
    en: 'This link has already been used, was replaced by a newer one, or is more than {hours} hours old.',
    fr: 'Ce lien a déjà été utilisé, a été remplacé par un plus récent ou date de plus de {hours} heures.',
  },
  resend_too_soon: {
    status: 429,
    en: 'An e-mail was requested a moment ago. You can request another one in {seconds} s.',
    fr: 'Un e-mail vient d’être demandé. Vous pourrez en demander un autre dans {seconds} s.',
  },
  deletion_email_differs: {
    status: 400,
    en: 'This isn’t the e-mail address of your account.',
    fr: 'Ce n’est pas l’adresse e-mail de votre compte.',
  },
  deletion_by_command: {
    status: 403,
    en: 'Administrators’ accounts can only be deleted from the command line.',
    fr: 'Les comptes administrateur ne peuvent être supprimés qu’en ligne de commande.',
  },
  account_closing: {
    status: 409,
    en: 'Your account is being deleted, so you can’t start anything new.',
    fr: 'Votre compte est en cours de suppression : vous ne pouvez plus lancer de nouvelle opération.',
  },
  contact_too_soon: {
    status: 429,
    en: 'You sent us a message a moment ago. You can send another one in {seconds} s.',
    fr: 'Vous venez de nous envoyer un message. Vous pourrez en envoyer un autre dans {seconds} s.',
  },
  code_slowed: {
    status: 429,
    en: 'Too many incorrect codes. Please try again in {seconds} s.',
    fr: 'Trop de codes incorrects. Veuillez réessayer dans {seconds} s.',
  },
  sign_in_slowed: {
    status: 429,
    en: 'Too many incorrect password attempts. Please try again in {seconds} s.',
    fr: 'Trop de tentatives avec un mot de passe incorrect. Veuillez réessayer dans {seconds} s.',
  },
} as const
