import { CONFIRMATION_HOURS, type Locale, SIGN_IN_LINK_MINUTES } from '@reelfair/contracts'
import { type LaidOutMail, layOut } from './mail-layout.ts'

export const LINK_PURPOSES = ['confirm', 'sign-in'] as const

export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  confirm: CONFIRMATION_HOURS * 3_600_000,
  'sign-in': SIGN_IN_LINK_MINUTES * 60_000,
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
}

const pages: Readonly<Record<LinkPurpose, string>> = {
  confirm: '/auth/confirm',
  'sign-in': '/auth/sign-in',
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
