import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

export const googleConnected: Notice<{ googleEmail: string; at: string }> = ({ googleEmail, at }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'Un compte Google a été associé à votre compte',
      before: [
        `Le compte Google ${googleEmail} a été associé à votre compte Reelfair le ${when} et permet désormais de s’y connecter. Toutes les autres sessions ont été fermées.`,
        'Si c’est vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe, puis dissociez ce compte Google sur la page de votre compte :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Vous n’y arrivez pas ? Écrivez-nous : ${origin}/contact`],
    }
  return {
    subject: 'A Google account was connected to your account',
    before: [
      `The Google account ${googleEmail} was connected to your Reelfair account on ${when}, so you can now sign in with it. All other sessions have ended.`,
      'If this was you, no action is needed. If not, choose a new password right away, then disconnect this Google account on your account page:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`If that doesn’t work, contact us: ${origin}/contact`],
  }
}
