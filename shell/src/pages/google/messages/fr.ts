import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Se connecter avec Google',
  'waiting-note': 'En attente de la réponse de Google. Cela prend dix secondes au plus.',
  'terms-note': 'Il ne reste qu’une étape pour créer votre compte Reelfair.',
  'terms-lead': 'Votre compte utilisera *{{email}}*, une adresse confirmée par Google.',
  'terms-lead-note': 'Rien n’est enregistré tant que vous n’avez pas accepté les Conditions.',
  'terms-button': 'Créer le compte',
  'password-note': 'Google n’a pas confirmé cette adresse.',
  'password-lead': 'Google n’a pas confirmé *{{email}}*.',
  'password-lead-note':
    'Si vous avez un compte Reelfair avec cette adresse, saisissez son mot de passe. Vous pourrez ensuite vous connecter avec Google. Sinon, confirmez l’adresse auprès de Google ou inscrivez-vous avec un mot de passe.',
  'password-hint': 'Le mot de passe de votre compte Reelfair.',
  'password-button': 'Associer et se connecter',
  'password-forgotten': 'Autres façons de se connecter',
  'password-sign-up': 'S’inscrire avec un mot de passe',
  cancelled: 'Vous avez annulé la connexion avec Google.',
  'cancelled-note': 'Rien n’a changé. Vous pouvez réessayer ou utiliser votre mot de passe.',
  failed: 'La connexion avec Google a échoué.',
  'failed-note': 'Rien n’a changé. Recommencez ou utilisez votre mot de passe.',
  back: 'Retour à la connexion',
  'back-sign-up': 'Retour à l’inscription',
  'back-account': 'Retour à votre compte',
}
