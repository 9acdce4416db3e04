import type { ContactInput, Locale } from '@reelfair/contracts'
import type { Notice } from './notice.ts'

const TOPICS: Readonly<Record<Locale, Readonly<Record<ContactInput['topic'], string>>>> = {
  en: { brand: 'brand', creator: 'creator', general: 'general' },
  fr: { brand: 'marque', creator: 'créateur', general: 'autre sujet' },
}

/** To support; replies go to the sender. */
export const contactMessage: Notice<ContactInput> = ({ name, email, topic, message }, { locale }) => {
  const about = TOPICS[locale][topic]
  const texts = {
    en: {
      subject: `Message from ${name} (${about})`,
      from: `${name} <${email}> wrote on the contact page:`,
      after: 'Reply to this e-mail to answer.',
    },
    fr: {
      subject: `Message de ${name} (${about})`,
      from: `${name} <${email}> a écrit depuis la page Contact :`,
      after: 'Répondez à cet e-mail pour lui écrire.',
    },
  }[locale]
  return { subject: texts.subject, before: [texts.from, message], after: [texts.after], replyTo: email }
}

/** To the sender, whose address may belong to someone else; replies go to support. */
export const contactCopy: Notice<ContactInput & { readonly support: string }> = ({ name, message, support }, { locale }) => {
  if (locale === 'fr')
    return {
      subject: 'Copie de votre message à Reelfair',
      before: [`Nous avons bien reçu le message suivant, écrit sous le nom ${name} depuis notre page Contact :`, message],
      after: [
        'Nous vous répondrons à cette adresse. Pour ajouter quelque chose, répondez à cet e-mail.',
        'Vous n’avez pas écrit ce message ? Quelqu’un a indiqué votre adresse ; vous pouvez ignorer cet e-mail.',
      ],
      replyTo: support,
    }
  return {
    subject: 'Copy of your message to Reelfair',
    before: [`We’ve received this message, written as ${name} on our contact page:`, message],
    after: [
      'We’ll answer to this address. To add something, reply to this e-mail.',
      'If you didn’t write this, someone entered your address. You can ignore this e-mail.',
    ],
    replyTo: support,
  }
}
