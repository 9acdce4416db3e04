import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

export const secondFactorAdded: Notice<{ at: string }> = ({ at }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'La connexion en deux étapes est activée',
      before: [
        `La connexion en deux étapes a été activée pour votre compte Reelfair le ${when}. Chaque connexion demande désormais aussi un code de votre application d’authentification. Toutes les autres sessions ont été fermées.`,
        'Si c’est vous, vous n’avez rien à faire. Conservez vos codes de récupération là où vous pouvez les consulter sans votre téléphone. Sinon, choisissez tout de suite un nouveau mot de passe et écrivez-nous :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Nous écrire : ${origin}/contact`],
    }
  return {
    subject: 'Two-step sign-in is on',
    before: [
      `Two-step sign-in was turned on for your Reelfair account on ${when}. From now on, each sign-in also needs a code from your authenticator app. All other sessions have ended.`,
      'If this was you, no action is needed. Keep your recovery codes where you can reach them without your phone. If not, choose a new password right away and contact us:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`Contact us: ${origin}/contact`],
  }
}
