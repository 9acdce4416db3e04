import type { Notice } from './notice.ts'

/** To the current address, while there is still time to stop the change. */
export const emailChangeAsked: Notice<{ newEmail: string }> = ({ newEmail }, { locale, origin }) => {
  const href = `${origin}/forgot-password`
  if (locale === 'fr')
    return {
      subject: 'Demande de changement d’adresse e-mail',
      before: [
        `Quelqu’un, sans doute vous, a demandé à remplacer l’adresse e-mail de votre compte Reelfair par ${newEmail}. Rien ne change tant que la nouvelle adresse n’est pas confirmée.`,
        'Si ce n’est pas vous, cette personne connaît votre mot de passe. Choisissez-en tout de suite un nouveau, ce qui annule aussi la demande :',
      ],
      button: { label: 'Choisir un nouveau mot de passe', href },
      after: [`Vous n’y arrivez pas ? Écrivez-nous : ${origin}/contact`],
    }
  return {
    subject: 'Request to change your e-mail address',
    before: [
      `Someone, most likely you, asked to change the e-mail address of your Reelfair account to ${newEmail}. Nothing changes until the new address is confirmed.`,
      'If this wasn’t you, someone knows your password. Choose a new one right away, which also cancels the request:',
    ],
    button: { label: 'Choose a new password', href },
    after: [`If that doesn’t work, contact us: ${origin}/contact`],
  }
}
