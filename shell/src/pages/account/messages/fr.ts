import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Compte',
  note: 'Vos informations et vos moyens de connexion.',
  'member-since-creator': 'Créateur depuis le {{day}}',
  'member-since-brand': 'Marque depuis le {{day}}',
  'member-since-admin': 'Administrateur depuis le {{day}}',
  'load-failed': 'Les paramètres de votre compte n’ont pas pu être chargés.',
  change: 'Modifier',
  cancel: 'Annuler',
  save: 'Enregistrer',

  email: 'Adresse e-mail',
  'email-confirmed': 'Confirmée',
  'email-new': 'Nouvelle adresse e-mail',
  'email-new-hint':
    'Nous enverrons un lien à cette adresse. Elle remplacera l’ancienne une fois que vous aurez ouvert le lien et saisi votre mot de passe.',
  'email-email-error': 'Saisissez une adresse e-mail, par exemple anna@example.com.',
  'email-password-error': 'Saisissez votre mot de passe actuel.',
  'email-ask': 'Recevoir un lien',
  'email-failed': 'La demande n’a pas pu être envoyée. Veuillez réessayer.',
  'email-sent': 'Si aucun autre compte n’utilise cette adresse, nous avons envoyé un lien à {{email}}.',
  'email-sent-note':
    'Il expire au bout de 24 heures et ne fonctionne qu’une seule fois. Rien après deux minutes ? Vérifiez vos courriers indésirables.',
  'email-again': 'Renvoyer',
  'email-again-in': 'Nouvel envoi possible dans {{seconds}} s',

  language: 'Langue',
  'language-label': 'Langue des écrans et des e-mails',
  'language-failed': 'Votre choix s’applique dans ce navigateur, mais n’a pas pu être enregistré avec votre compte.',

  terms: 'Conditions',
  'terms-version': 'Version {{version}}',
  'terms-accepted': ', acceptée le {{day}}',

  'sign-in-title': 'Connexion',
  'sign-in-note': 'Utilisez un mot de passe que vous n’utilisez nulle part ailleurs.',
  password: 'Mot de passe',
  'password-since': 'Utilisé depuis le {{day}}',
  'password-current': 'Mot de passe actuel',
  'password-current-missing': 'Saisissez votre mot de passe actuel.',
  'password-new': 'Nouveau mot de passe',
  'password-new-error': 'Saisissez entre 6 et 128 caractères.',
  'password-save': 'Modifier le mot de passe',
  'password-done': 'Mot de passe modifié. Toutes les autres sessions ont été fermées.',
  'password-failed': 'Votre mot de passe n’a pas pu être modifié. Veuillez réessayer.',

  google: 'Google',
  'google-none': 'Non associé',
  'google-connected': 'Associé',
  'google-load-failed': 'L’association avec Google n’a pas pu être chargée. Rechargez la page.',
  'google-connect': 'Associer',
  'google-connect-note': 'Vous pourrez aussi vous connecter avec votre compte Google. Son adresse peut être différente de celle d’ici.',
  'google-connect-button': 'Associer Google',
  'google-disconnect': 'Dissocier',
  'google-disconnect-note': 'Vous vous connecterez alors uniquement avec votre adresse e-mail et votre mot de passe.',
  'google-disconnect-button': 'Dissocier Google',
  'google-disconnected': 'Google a été dissocié.',
  'google-password-first':
    'Vous n’avez pas encore de mot de passe. Avant de dissocier Google, définissez-en un avec le lien « Mot de passe oublié » de la page de connexion.',
  'google-failed': 'Google n’a pas pu être dissocié. Veuillez réessayer.',
}
