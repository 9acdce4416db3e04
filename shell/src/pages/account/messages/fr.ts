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

  language: 'Langue',
  'language-label': 'Langue des écrans et des e-mails',
  'language-failed': 'Votre choix s’applique dans ce navigateur, mais n’a pas pu être enregistré avec votre compte.',

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
}
