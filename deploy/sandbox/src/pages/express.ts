import { type Request, type Response, Router } from 'express'
import type { Stripe } from 'stripe'
import { accountV1 } from '../stripe/account-v1.ts'
import { balanceOf, book } from '../stripe/money.ts'
import type { World } from '../world.ts'
import { html, sendHosted, sendNotice } from './layout.ts'
import { type Locale, localeOf, moment, money, WORDS } from './words.ts'

export function expressPages(world: World): Router {
  const router = Router()
  const { state } = world

  const open = (
    request: Request<{ token: string }>,
    response: Response,
  ): { account: Stripe.V2.Core.Account; locale: Locale } | undefined => {
    const link = state.loginLinks.get(request.params.token)
    const account = link && state.accounts.get(link.account)
    const locale = localeOf(request, account?.defaults?.locales?.[0])
    const words = WORDS[locale]
    if (account && world.nowMs() <= link.expiresAtMs) return { account, locale }
    if (account) sendNotice(response, 410, words.linkExpired, words.askAgain, locale)
    else sendNotice(response, 404, words.noSuchLink, words.incomplete, locale)
    return undefined
  }

  router.get('/express/:token', (request, response) => {
    const visit = open(request, response)
    if (!visit) return
    const { account, locale } = visit
    const words = WORDS[locale].express
    const { available, pending } = balanceOf(world, account.id)
    const seen = accountV1(account)
    const rows = [...state.transactions.values()].filter(({ owner }) => owner === account.id).reverse()
    sendHosted(response, locale, {
      title: words.title,
      body: html`<div class="sheet"><h1>${words.title}</h1>
        <p>${account.display_name ?? account.contact_email ?? account.id} · ${words.transfers[seen.capabilities?.transfers ?? 'inactive']}</p>
        <dl><div><dt>${words.available}</dt><dd>${money(available, locale)}</dd></div><div><dt>${words.onItsWay}</dt><dd>${money(pending, locale)}</dd></div></dl>
        ${available > 0 && seen.payouts_enabled && html`<form method="post"><button>${words.payOut(money(available, locale))}</button></form>`}
        </div><section aria-labelledby="history"><h2 id="history">${words.history}</h2>
        ${
          rows.length === 0
            ? html`<p>${words.nothing}</p>`
            : html`<div class="scroll"><table><thead><tr><th>${words.when}</th><th>${words.what}</th><th class="num">${words.amount}</th></tr></thead><tbody>${rows.map(
                ({ row }) =>
                  html`<tr><td>${moment(row.created, locale)}</td><td>${words.kinds[row.reporting_category] ?? row.reporting_category}</td><td class="num">${money(row.net, locale)}</td></tr>`,
              )}</tbody></table></div>`
        }</section>`,
    })
  })
  router.post('/express/:token', (request, response) => {
    const visit = open(request, response)
    if (!visit) return
    const { id } = visit.account
    const { available } = balanceOf(world, id)
    if (available > 0) book(world, id, { amount: -available, type: 'payout', category: 'payout', source: null })
    response.redirect(303, `/express/${request.params.token}`)
  })
  return router
}
