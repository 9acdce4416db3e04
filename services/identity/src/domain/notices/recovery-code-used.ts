import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

export const recoveryCodeUsed: Notice<{ at: string; left: number }> = ({ at, left }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'Un code de récupération a été utilisé',
      before: [
        `Un code de récupération de votre compte Reelfair a été utilisé le ${when}. Codes restants : ${left}.`,
        'Si c’est vous, vous n’avez rien à faire. Vous pouvez créer de nouveaux codes sur la page de votre compte. Sinon, choisissez tout de suite un nouveau mot de passe et écrivez-nous :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Nous écrire : ${origin}/contact`],
    }
  return {
    subject: 'A recovery code was used',
    before: [
      `A recovery code of your Reelfair account was used on ${when}. Unused codes: ${left}.`,
      'If this was you, no action is needed. You can create new codes on your account page. If not, choose a new password right away and contact us:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`Contact us: ${origin}/contact`],
  }
}
