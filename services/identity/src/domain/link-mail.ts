import {
  CONFIRMATION_HOURS,
  EMAIL_CHANGE_HOURS,
  type LinkPurpose,
  type Locale,
  RESET_LINK_MINUTES,
  SIGN_IN_LINK_MINUTES,
} from '@reelfair/contracts'
import { type LaidOutMail, layOut } from './mail-layout.ts'

export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  confirm: CONFIRMATION_HOURS * 3_600_000,
  'sign-in': SIGN_IN_LINK_MINUTES * 60_000,
  reset: RESET_LINK_MINUTES * 60_000,
  'change-email': EMAIL_CHANGE_HOURS * 3_600_000,
}

interface Words {
  readonly subject: string
  readonly why: string
  readonly how: string
  readonly button: string
  readonly until: string
  readonly not: string
}

const words: Readonly<Record<LinkPurpose, Readonly<Record<Locale, Words>>>> = {
  confirm: {
    en: {
      subject: 'Confirm your e-mail address',
      why: 'Someone, most likely you, signed up for Reelfair with this e-mail address.',
      how: 'To confirm that it was you, open this page and enter the password you chose:',
      button: 'Confirm this address',
      until: `The link expires in ${CONFIRMATION_HOURS} hours and works only once.`,
      not: 'If this wasn’t you, ignore this e-mail: the account stays inactive, and you can sign up with this address at any time.',
    },
    fr: {
      subject: 'Confirmez votre adresse e-mail',
      why: 'Quelqu’un, sans doute vous, a créé un compte Reelfair avec cette adresse e-mail.',
      how: 'Pour confirmer qu’il s’agit bien de vous, ouvrez cette page et saisissez le mot de passe que vous avez choisi :',
      button: 'Confirmer cette adresse',
      until: `Le lien expire dans ${CONFIRMATION_HOURS} heures et ne fonctionne qu’une seule fois.`,
      not: 'Si vous n’êtes pas à l’origine de cette inscription, ignorez cet e-mail : le compte restera inactif et vous pourrez vous inscrire avec cette adresse à tout moment.',
    },
  },
  'sign-in': {
    en: {
      subject: 'Your sign-in link',
      why: 'Someone, most likely you, asked to sign in to the Reelfair account for this e-mail address.',
      how: 'Open this page on the device you want to use and press the button there. You don’t need your password:',
      button: 'Sign in',
      until: `The link expires in ${SIGN_IN_LINK_MINUTES} minutes and works only once. If you received several of these e-mails, only the newest one works.`,
      not: 'If this wasn’t you, ignore this e-mail and don’t forward it: no one can sign in without the link.',
    },
    fr: {
      subject: 'Votre lien de connexion',
      why: 'Quelqu’un, sans doute vous, a demandé à se connecter au compte Reelfair associé à cette adresse e-mail.',
      how: 'Ouvrez cette page sur l’appareil que vous voulez utiliser, puis appuyez sur le bouton. Aucun mot de passe n’est nécessaire :',
      button: 'Se connecter',
      until: `Le lien expire dans ${SIGN_IN_LINK_MINUTES} minutes et ne fonctionne qu’une seule fois. Si vous avez reçu plusieurs de ces e-mails, seul le plus récent fonctionne.`,
      not: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail et ne le transférez à personne : sans ce lien, personne ne peut se connecter.',
    },
  },
  reset: {
    en: {
      subject: 'Reset your password',
      why: 'Someone, most likely you, asked to reset the password of the Reelfair account for this e-mail address.',
      how: 'Open this page and choose a new password:',
      button: 'Choose a new password',
      until: `The link expires in ${RESET_LINK_MINUTES} minutes and works only once. If you received several of these e-mails, only the newest one works.`,
      not: 'If this wasn’t you, ignore this e-mail and don’t forward it: your password stays the same.',
    },
    fr: {
      subject: 'Réinitialisez votre mot de passe',
      why: 'Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe du compte Reelfair associé à cette adresse e-mail.',
      how: 'Ouvrez cette page et choisissez un nouveau mot de passe :',
      button: 'Choisir un nouveau mot de passe',
      until: `Le lien expire dans ${RESET_LINK_MINUTES} minutes et ne fonctionne qu’une seule fois. Si vous avez reçu plusieurs de ces e-mails, seul le plus récent fonctionne.`,
      not: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail et ne le transférez à personne : votre mot de passe reste le même.',
    },
  },
  'change-email': {
    en: {
      subject: 'Confirm your new e-mail address',
      why: 'Someone, most likely you, asked to use this e-mail address for a Reelfair account.',
      how: 'To confirm the new address, open this page and enter the password of the account:',
      button: 'Confirm this address',
      until: `The link expires in ${EMAIL_CHANGE_HOURS} hours and works only once. Until then, the account keeps its current address.`,
      not: 'If this wasn’t you, ignore this e-mail: nothing changes without the link and the password.',
    },
    fr: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      why: 'Quelqu’un, sans doute vous, a demandé à utiliser cette adresse e-mail pour un compte Reelfair.',
      how: 'Pour confirmer la nouvelle adresse, ouvrez cette page et saisissez le mot de passe du compte :',
      button: 'Confirmer cette adresse',
      until: `Le lien expire dans ${EMAIL_CHANGE_HOURS} heures et ne fonctionne qu’une seule fois. Jusque-là, le compte garde son adresse actuelle.`,
      not: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail : sans le lien et le mot de passe, rien ne change.',
    },
  },
}

const pages: Readonly<Record<LinkPurpose, string>> = {
  confirm: '/auth/confirm',
  'sign-in': '/auth/sign-in',
  reset: '/reset-password',
  'change-email': '/auth/change-email',
}

/** The token follows `#`, because browsers never send that part to a server, not even as a referrer. */
export function mailedLink(purpose: LinkPurpose, origin: string, token: string, redirect?: string): string {
  const next = redirect === undefined ? '' : `?next=${encodeURIComponent(redirect)}`
  return `${origin}${pages[purpose]}${next}#token=${token}`
}

export function linkMail(purpose: LinkPurpose, link: string, locale: Locale): LaidOutMail {
  const { subject, why, how, button, until, not } = words[purpose][locale]
  return layOut({ subject, before: [why, how], button: { label: button, href: link }, after: [until, not] }, locale)
}
