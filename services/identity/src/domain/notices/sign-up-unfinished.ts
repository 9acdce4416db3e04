import type { Notice } from './notice.ts'

/** To an unconfirmed address whose password someone asked to reset. */
export const signUpUnfinished: Notice<Record<string, never>> = (_, { locale, origin }) => {
  const href = `${origin}/signup`
  if (locale === 'fr')
    return {
      subject: 'Terminez votre inscription à Reelfair',
      before: [
        'Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe du compte Reelfair associé à cette adresse e-mail. Mais l’inscription n’a jamais été confirmée : il n’y a donc pas encore de mot de passe à réinitialiser.',
        'Inscrivez-vous de nouveau pour choisir votre rôle et un mot de passe :',
      ],
      button: { label: 'S’inscrire', href },
      after: ['Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail : le compte restera inactif.'],
    }
  return {
    subject: 'Finish signing up for Reelfair',
    before: [
      'Someone, most likely you, asked to reset the password of the Reelfair account for this e-mail address. But the sign-up was never confirmed, so there is no password to reset yet.',
      'Sign up again to choose your role and a password:',
    ],
    button: { label: 'Sign up', href },
    after: ['If this wasn’t you, ignore this e-mail: the account stays inactive.'],
  }
}
