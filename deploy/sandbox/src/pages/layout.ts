/** Pages without a script: plain forms and links, in the house's colours. */
import type { Response } from 'express'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const piece = (value: Piece): string => {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(piece).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

/** HTML of a template; what is put in is escaped unless it is HTML itself. */
export const html = (texts: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(texts.reduce((whole, text, index) => whole + text + (index < values.length ? piece(values[index]) : ''), ''))

export const euros = (cents: number): string =>
  `€${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const STYLE = new Html(`
:root{color-scheme:light;--paper:#f4efe4;--sheet:#fdfbf5;--ink:#151a26;--ink-2:#454954;--ink-3:#656359;--rule:#d8cfbd;--ctl:#857c6a;--pen:#1a40b4;--on-pen:#fffdf7;--out:#9c321d;--avail:#17623d;--held-wash:#f8e8c8}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#0a1020;--sheet:#111a2f;--ink:#f2ecdd;--ink-2:#c3c1bb;--ink-3:#9ba0ac;--rule:#25314b;--ctl:#6b7894;--pen:#a4bdff;--on-pen:#0a1020;--out:#ff9d87;--avail:#7fd6a5;--held-wash:#3a2d10}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/1.5 "Instrument Sans",Arial,Helvetica,sans-serif;font-variant-numeric:tabular-nums}
header,main{max-inline-size:1080px;margin:0 auto;padding:16px 20px}
body.narrow main,body.narrow header{max-inline-size:520px}
header{display:flex;gap:8px 20px;flex-wrap:wrap;align-items:baseline}
header b{font:430 20px Fraunces,Georgia,serif;margin-inline-end:auto}
main{background:var(--sheet);border:1px solid var(--rule);border-radius:2px;margin-block-end:40px;padding-block:24px}
@media(max-width:1120px){main{margin-inline:10px}}
h1,h2{font-family:Fraunces,Georgia,"Times New Roman",serif;font-weight:430;letter-spacing:-.012em;line-height:1.15;text-wrap:balance}
h1{font-size:34px;margin:0 0 8px}h2{font-size:23px;margin:32px 0 10px;padding-block-start:20px;border-block-start:1px solid var(--rule)}
p{margin:0 0 12px;max-inline-size:68ch}.small{color:var(--ink-3);font-size:14px}
a{color:var(--pen)}:focus-visible{outline:2px solid var(--pen);outline-offset:2px}
label{display:block;font-weight:600;font-size:14px;margin-block:12px 4px}
label.choice{display:flex;gap:10px;align-items:baseline;font-weight:400;font-size:16px;margin-block:6px}
input:not([type=radio]):not([type=checkbox]),select{inline-size:100%;min-block-size:44px;padding:8px 12px;border:1px solid var(--ctl);border-radius:3px;background:var(--paper);color:inherit;font:inherit}
fieldset{border:1px solid var(--rule);border-radius:3px;margin:16px 0;padding:8px 16px 12px}legend{font-weight:600;font-size:14px;padding-inline:6px}
button{min-block-size:44px;padding:8px 18px;border:1px solid var(--pen);border-radius:3px;background:var(--pen);color:var(--on-pen);font:inherit;font-weight:600;cursor:pointer}
button.plain{background:transparent;color:var(--pen)}
.row{display:flex;flex-wrap:wrap;gap:10px;align-items:end;margin-block:12px}.row>div{flex:1 1 150px}.row label{margin-block-start:0}
.amount{font:430 40px/1.1 Fraunces,Georgia,serif;margin:4px 0 16px}
.alert{border-inline-start:4px solid var(--out);background:var(--held-wash);padding:10px 14px;margin-block:12px}.good{color:var(--avail)}.bad{color:var(--out)}
.scroll{overflow-x:auto}table{border-collapse:collapse;inline-size:100%;font-size:14px}th,td{text-align:start;padding:7px 12px 7px 0;border-block-end:1px solid var(--rule);vertical-align:top}th{color:var(--ink-3);font-weight:600}td.num{text-align:end;white-space:nowrap}
code{font-family:"Geist Mono",ui-monospace,Menlo,monospace;font-size:.92em;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:12px 0}dt{color:var(--ink-3);font-size:14px}dd{margin:0;font:430 23px Fraunces,Georgia,serif}
`)

export interface PageParts {
  readonly title: string
  readonly body: Html
  /** A page of its own kind (payment, onboarding) instead of one of the console's. */
  readonly narrow?: boolean
  readonly status?: number
}

/** Sends a whole page. No page of the sandbox is kept by the browser or shown in another page. */
export function sendPage(response: Response, { title, body, narrow = false, status = 200 }: PageParts): void {
  const links = narrow
    ? html`<span class="small">Sandbox: no real money</span>`
    : html`<a href="/">Console</a> <a href="/social">Social networks</a> <a href="/mail">Mailbox</a> <a href="/events">Events</a>`
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} · Sandbox</title><style>${STYLE}</style></head><body class="${narrow ? 'narrow' : ''}"><header><b>Sandbox</b>${links}</header><main>${body}</main></body></html>`
  response
    .status(status)
    .set({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
    })
    .type('html')
    .send(page.text)
}

/** A page that only says something. */
export const sendNotice = (response: Response, status: number, title: string, text: Html | string): void =>
  sendPage(response, { title, status, narrow: true, body: html`<h1>${title}</h1><p>${text}</p>` })
