import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

export const passwordChanged: Notice<{ at: string; device: string }> = ({ at, device }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'Votre mot de passe a été modifié',
      before: [
        `Le mot de passe de votre compte Reelfair a été modifié le ${when} (${device}). Toutes les autres sessions ont été fermées.`,
        'Si c’est vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Vous n’y arrivez pas ? Écrivez-nous : ${origin}/contact`],
    }
  return {
    subject: 'Your password was changed',
    before: [
      `The password of your Reelfair account was changed on ${when} (${device}). All other sessions have ended.`,
      'If this was you, no action is needed. If not, choose a new password right away:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`If that doesn’t work, contact us: ${origin}/contact`],
  }
}
