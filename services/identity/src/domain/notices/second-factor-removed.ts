import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

export const secondFactorRemoved: Notice<{ at: string }> = ({ at }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'La connexion en deux étapes est désactivée',
      before: [
        `La connexion en deux étapes a été désactivée pour votre compte Reelfair le ${when}. Vous vous connectez désormais sans code.`,
        'Si c’est vous, ou si vous nous l’avez demandé, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et écrivez-nous :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Nous écrire : ${origin}/contact`],
    }
  return {
    subject: 'Two-step sign-in is off',
    before: [
      `Two-step sign-in was turned off for your Reelfair account on ${when}. You now sign in without a code.`,
      'If this was you, or if you asked us to do this, no action is needed. If not, choose a new password right away and contact us:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`Contact us: ${origin}/contact`],
  }
}
