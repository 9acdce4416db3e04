import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Saisir votre code',
  note: 'La seconde étape de votre connexion. Elle protège votre compte même si quelqu’un connaît votre mot de passe.',
  'lead-app': 'Ouvrez votre application d’authentification et *saisissez le code pour Reelfair*.',
  'lead-app-note': 'Le code change toutes les 30 secondes et ne fonctionne qu’une seule fois.',
  'lead-recovery': '*Saisissez l’un de vos codes de récupération.*',
  'lead-recovery-note': 'Chaque code ne fonctionne qu’une seule fois. Vous les avez enregistrés en activant la connexion en deux étapes.',
  'code-app': 'Code à six chiffres',
  'code-recovery': 'Code de récupération',
  'code-app-error': 'Saisissez les six chiffres.',
  'code-recovery-error': 'Saisissez les 16 caractères (lettres et chiffres).',
  button: 'Se connecter',
  'use-recovery': 'Utiliser un code de récupération',
  'use-app': 'Utiliser le code de l’application',
  lost: 'Vous n’avez ni téléphone ni codes de récupération ?',
  'lost-link': 'Nous écrire',
  over: 'Cette tentative de connexion n’est plus valable.',
  'over-note': 'Le code doit être saisi dans les dix minutes. La tentative est interrompue après cinq codes incorrects.',
  again: 'Se reconnecter',
  failed: 'La connexion a échoué. Veuillez réessayer.',
}
