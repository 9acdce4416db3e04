/** The Express dashboard in small: what a creator has at Stripe, and its way to the bank. */
import { Router } from 'express'
import { accountV1 } from '../stripe/account-v1.ts'
import { balanceOf, book } from '../stripe/money.ts'
import type { World } from '../world.ts'
import { euros, html, sendNotice, sendPage } from './layout.ts'

export function expressPages(world: World): Router {
  const router = Router()
  const { state } = world

  router.get('/express/:token', (request, response) => {
    const link = state.loginLinks.get(request.params.token)
    const account = link && state.accounts.get(link.account)
    if (!link || !account) return sendNotice(response, 404, 'No such link', 'The address is not complete.')
    if (world.nowMs() > link.expiresAtMs) return sendNotice(response, 410, 'This link has expired', 'Ask Reelfair for a new one.')
    const { available, pending } = balanceOf(world, account.id)
    const seen = accountV1(account)
    const rows = [...state.transactions.values()].filter(({ owner }) => owner === account.id).reverse()
    sendPage(response, {
      title: 'Your payouts',
      narrow: true,
      body: html`<h1>Your payouts</h1>
        <p>${account.display_name ?? account.contact_email ?? account.id}: transfers ${seen.capabilities?.transfers ?? 'inactive'}</p>
        <dl><div><dt>Available</dt><dd>${euros(available)}</dd></div><div><dt>On its way</dt><dd>${euros(pending)}</dd></div></dl>
        ${available > 0 && seen.payouts_enabled && html`<form method="post"><button>Pay ${euros(available)} out to the bank</button></form>`}
        <h2>What has come and gone</h2>
        ${rows.length === 0 && html`<p>Nothing yet.</p>`}
        <div class="scroll"><table><tbody>${rows.map(
          ({ row }) =>
            html`<tr><td>${new Date(row.created * 1_000).toISOString().slice(0, 16).replace('T', ' ')}</td><td>${row.reporting_category}</td><td class="num">${euros(row.net)}</td></tr>`,
        )}</tbody></table></div>`,
    })
  })
  router.post('/express/:token', (request, response) => {
    const link = state.loginLinks.get(request.params.token)
    if (!link || world.nowMs() > link.expiresAtMs) return sendNotice(response, 410, 'This link has expired', 'Ask Reelfair for a new one.')
    const { available } = balanceOf(world, link.account)
    if (available > 0) book(world, link.account, { amount: -available, type: 'payout', category: 'payout', source: null })
    response.redirect(303, `/express/${request.params.token}`)
  })
  return router
}
