import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  'forgot-title': 'Mot de passe oublié ?',
  'forgot-note': 'Nous vous envoyons un lien pour en choisir un nouveau.',
  'forgot-ask': 'Recevoir un lien de réinitialisation',
  'forgot-hint': 'L’adresse e-mail de votre compte.',
  'forgot-sent': 'Si un compte existe pour cette adresse, nous avons envoyé un lien de réinitialisation à',
  'forgot-sent-note':
    'L’e-mail arrive généralement en moins d’une minute. Le lien expire au bout de 30 minutes et ne fonctionne qu’une seule fois.',
  'forgot-step-1': 'Ouvrez l’e-mail « Réinitialisez votre mot de passe » et suivez le lien.',
  'forgot-step-2':
    'Choisissez un nouveau mot de passe. Toutes vos sessions seront fermées et vous serez connecté sur cet appareil. Si vous utilisez la connexion en deux étapes, un code vous sera d’abord demandé.',
  'forgot-none':
    'Toujours rien après deux minutes ? Vérifiez vos courriers indésirables. Si vous avez reçu plusieurs e-mails, utilisez le plus récent.',
  'forgot-done': 'Si un compte existe pour cette adresse, un lien de réinitialisation vient d’y être envoyé.',
  back: 'Retour à la connexion',

  'reset-title': 'Choisir un nouveau mot de passe',
  'reset-note': 'Toutes vos sessions seront fermées et un e-mail vous signalera le changement.',
  'reset-password': 'Nouveau mot de passe',
  'reset-repeat': 'Confirmer le nouveau mot de passe',
  'reset-password-error': 'Saisissez entre 6 et 128 caractères.',
  'reset-repeat-error': 'Les mots de passe ne correspondent pas.',
  'reset-button': 'Enregistrer et se connecter',
  'reset-done': 'Mot de passe mis à jour.',
  'reset-done-code': 'Dernière étape : saisissez le code de votre application d’authentification.',
  'reset-done-note': 'Vous êtes connecté. Ouverture de votre espace…',
  'reset-failed': 'Votre mot de passe n’a pas pu être mis à jour. Veuillez réessayer.',
  'reset-new-link': 'Demander un nouveau lien',
  'reset-dead-note': 'Un nouvel e-mail arrive en une minute environ. Seul le lien le plus récent fonctionne. Il est valable 30 minutes.',
  dead: 'Ce lien ne fonctionne plus.',
  incomplete: 'Ce lien est incomplet. Copiez-le à nouveau depuis l’e-mail ou demandez-en un autre.',

  'change-title': 'Confirmer votre nouvelle adresse e-mail',
  'change-note': 'Vous vous connecterez ensuite avec la nouvelle adresse.',
  'change-lead': '*Saisissez votre mot de passe* pour confirmer la nouvelle adresse.',
  'change-lead-note': 'Le compte n’utilisera plus l’ancienne adresse. Si vous n’avez rien demandé, fermez cette page.',
  'change-password': 'Mot de passe de votre compte',
  'change-password-error': 'Saisissez votre mot de passe.',
  'change-button': 'Confirmer cette adresse',
  'change-done': 'Votre adresse e-mail est désormais',
  'change-done-note':
    'Toutes les autres sessions ont été fermées, et un e-mail signalant ce changement a été envoyé à votre ancienne adresse.',
  'change-account': 'Ouvrir les paramètres du compte',
  'change-again': 'Demander un nouveau lien',
  'change-dead-note':
    'Vous pouvez demander un nouveau lien dans les paramètres du compte. Seul le plus récent fonctionne. Il expire au bout de 24 heures.',
  'change-failed': 'L’adresse n’a pas pu être confirmée. Veuillez réessayer.',
}
