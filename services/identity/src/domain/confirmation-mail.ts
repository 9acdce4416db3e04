/** The text of the mail that confirms an address. Pure. */
import { CONFIRMATION_HOURS, type Locale } from '@reelfair/contracts'

const words = {
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
} as const satisfies Record<Locale, Record<string, string>>

/** The secret stands behind `#`: a browser sends that part to no server and names it to no other page. */
export function confirmationLink(origin: string, token: string, redirect?: string): string {
  const next = redirect === undefined ? '' : `?next=${encodeURIComponent(redirect)}`
  return `${origin}/auth/confirm${next}#token=${token}`
}

export function confirmationMail(link: string, locale: Locale): { subject: string; text: string; html: string } {
  const { subject, why, how, button, until, not } = words[locale]
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
