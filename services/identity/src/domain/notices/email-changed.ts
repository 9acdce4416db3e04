import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

/** To the former address. */
export const emailChanged: Notice<{ newEmail: string; at: string }> = ({ newEmail, at }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/contact`
  if (locale === 'fr')
    return {
      subject: 'Votre adresse e-mail a été modifiée',
      before: [
        `L’adresse e-mail de votre compte Reelfair est désormais ${newEmail}, depuis le ${when}. L’adresse à laquelle vous recevez cet e-mail ne permet plus de se connecter. Toutes les autres sessions ont été fermées.`,
        'Si c’est vous, vous n’avez rien à faire. Sinon, écrivez-nous tout de suite, pour que nous puissions arrêter cette personne :',
      ],
      button: { label: 'Nous écrire', href },
    }
  return {
    subject: 'Your e-mail address was changed',
    before: [
      `The e-mail address of your Reelfair account was changed to ${newEmail} on ${when}. You can no longer sign in with the address at which you receive this e-mail. All other sessions have ended.`,
      'If this was you, no action is needed. If not, contact us right away so that we can secure your account:',
    ],
    button: { label: 'Contact us', href },
  }
}
