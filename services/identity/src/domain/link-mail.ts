/** The texts of the mails that bring a link. Pure. */
import { CONFIRMATION_HOURS, type Locale, SIGN_IN_LINK_MINUTES } from '@reelfair/contracts'

/** What a link does: confirms an address, or signs its owner in without a password. */
export type LinkPurpose = 'confirm' | 'sign-in'

/** How long a link works, in ms. */
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
      why: 'Somebody, most likely you, opened a Reelfair account with this address.',
      how: 'Open this page and enter the password that you chose. Then the account is yours:',
      button: 'Confirm this address',
      until: `The link works for ${CONFIRMATION_HOURS} hours and once.`,
      not: 'If it was not you, leave this mail alone: the account stays shut, and you can sign up with this address whenever you like.',
    },
    fr: {
      subject: 'Confirmez votre adresse e-mail',
      why: 'Quelqu’un, sans doute vous, a ouvert un compte Reelfair avec cette adresse.',
      how: 'Ouvrez cette page et saisissez le mot de passe que vous avez choisi. Le compte est alors à vous :',
      button: 'Confirmer cette adresse',
      until: `Le lien fonctionne pendant ${CONFIRMATION_HOURS} heures et une seule fois.`,
      not: 'Si ce n’était pas vous, ne faites rien : le compte reste fermé, et vous pouvez vous inscrire avec cette adresse quand vous voulez.',
    },
  },
  'sign-in': {
    en: {
      subject: 'Your sign-in link',
      why: 'Somebody, most likely you, asked to sign in to the Reelfair account with this address.',
      how: 'Open this page on the device you want to use, and press its button. You don’t need your password:',
      button: 'Sign in',
      until: `The link expires in ${SIGN_IN_LINK_MINUTES} minutes and works once. If you have several of these mails, only the newest one works.`,
      not: 'If it wasn’t you, ignore this mail and don’t forward it: nobody can sign in without the link.',
    },
    fr: {
      subject: 'Votre lien de connexion',
      why: 'Quelqu’un, sans doute vous, a demandé à se connecter au compte Reelfair de cette adresse.',
      how: 'Ouvrez cette page sur l’appareil que vous voulez utiliser, puis appuyez sur son bouton. Aucun mot de passe n’est nécessaire :',
      button: 'Se connecter',
      until: `Le lien expire dans ${SIGN_IN_LINK_MINUTES} minutes et ne fonctionne qu’une fois. Si vous avez reçu plusieurs de ces e-mails, seul le plus récent fonctionne.`,
      not: 'Si ce n’était pas vous, ignorez cet e-mail et ne le transférez pas : sans ce lien, personne ne peut se connecter.',
    },
  },
}

/** The secret stands behind `#`: a browser sends that part to no server and names it to no other page. */
export function mailedLink(purpose: LinkPurpose, origin: string, token: string, redirect?: string): string {
  const next = redirect === undefined ? '' : `?next=${encodeURIComponent(redirect)}`
  return `${origin}/auth/${purpose}${next}#token=${token}`
}

export function linkMail(purpose: LinkPurpose, link: string, locale: Locale): { subject: string; text: string; html: string } {
  const { subject, why, how, button, until, not } = words[purpose][locale]
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${text}</p>`
  const href = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:32px 20px;background:#f3efe6;color:#141a2a;font:16px/1.5 Georgia,serif">
<div style="max-width:480px;margin:0 auto;padding:28px;background:#fffdf8;border-top:3px solid #141a2a">
<p style="margin:0 0 20px;font-size:24px">${subject}</p>
${paragraph(why)}
${paragraph(how)}
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 22px;background:#1d3fb5;color:#fffdf8;text-decoration:none">${button}</a></p>
${paragraph(until, 'font-size:14px')}
${paragraph(not, 'font-size:14px;margin:0')}
</div></body></html>`
  return { subject, text: [why, how, link, until, not].join('\n\n'), html }
}
