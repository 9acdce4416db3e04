/** Console pages are in English; Stripe's pages use the reader's language. */
import type { Response } from 'express'
import { type Html, html } from './html.ts'
import { STYLE } from './style.ts'
import { type Locale, money, WORDS } from './words.ts'

export { type Html, html }

export const euros = (cents: number): string => money(cents, 'en')

interface PageParts {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /**
   * Address to load after one second, while work is in progress. The address must differ each time, because browsers do
   * not reload an unchanged address with a fragment.
   */
  readonly refresh?: string | undefined
}

/** Browsers must neither cache the page nor embed it in another page. */
function send(response: Response, status: number, language: Locale, title: string, body: Html): void {
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style></head>${body}</html>`
  response
    .status(status)
    .set({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      // With `no-referrer`, older browsers would submit the forms on these pages with `Origin: null`.
      'referrer-policy': 'same-origin',
    })
    .type('html')
    .send(page.text)
}

const PLACES = [
  ['/', 'Console'],
  ['/social', 'Social networks'],
  ['/mail', 'Mailbox'],
  ['/events', 'Events'],
] as const

export function sendPage(response: Response, { title, body, status = 200, at, refresh }: PageParts & { readonly at?: string }): void {
  if (refresh) response.set('refresh', `1; url=${refresh}`)
  const links = PLACES.map(([path, name]) => html`<a href="${path}"${path === at ? html` aria-current="page"` : ''}>${name}</a>`)
  send(
    response,
    status,
    'en',
    `${title} · Reelfair sandbox`,
    html`<body><header><div class="banner">Sandbox: no real money, no real e-mail</div><div class="top"><div><a class="brand" href="/">Reelfair sandbox</a><nav aria-label="Main">${links}</nav></div></div></header><main>${body}</main></body>`,
  )
}

/** Sends a page in Stripe's style. `two` selects the two-column layout. */
export function sendHosted(
  response: Response,
  locale: Locale,
  { title, body, status = 200, two = false }: PageParts & { readonly two?: boolean },
): void {
  send(
    response,
    status,
    locale,
    `${title} · ${WORDS[locale].sandbox}`,
    html`<body class="hosted${two ? ' two' : ''}"><header><div class="banner">${WORDS[locale].sandbox}</div><div class="top"><div><span class="brand">Reelfair</span></div></div></header><main>${body}</main></body>`,
  )
}

export const sendNotice = (response: Response, status: number, title: string, text: Html | string, locale: Locale = 'en'): void =>
  sendHosted(response, locale, { title, status, body: html`<div class="sheet"><h1>${title}</h1><p>${text}</p></div>` })

/** Stores the result of a form submission for the next page, which shows it once. */
export function oneTimeNotice() {
  let notice = ''
  return {
    set: (message: string) => {
      notice = message
    },
    take: (): Html | '' => {
      const text = notice
      notice = ''
      return text && html`<p class="notice" role="status">${text}</p>`
    },
  }
}
