import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

export const googleDisconnected: Notice<{ googleEmail: string; at: string }> = ({ googleEmail, at }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'Votre compte Google a été dissocié',
      before: [
        `Le compte Google ${googleEmail} a été dissocié de votre compte Reelfair le ${when} et ne permet plus de s’y connecter. Toutes les autres sessions ont été fermées.`,
        'Si c’est vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Vous n’y arrivez pas ? Écrivez-nous : ${origin}/contact`],
    }
  return {
    subject: 'Your Google account was disconnected',
    before: [
      `The Google account ${googleEmail} was disconnected from your Reelfair account on ${when}, so you can no longer sign in with it. All other sessions have ended.`,
      'If this was you, no action is needed. If not, choose a new password right away:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`If that doesn’t work, contact us: ${origin}/contact`],
  }
}
