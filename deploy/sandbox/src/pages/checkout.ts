/** The hosted payment page and its 3-D-Secure step. The only page on which a card's number is typed. */
import { type Response, Router } from 'express'
import type { Stripe } from 'stripe'
import { authenticate, type Outcome, pay, TEST_METHODS } from '../stripe/pay.ts'
import type { World } from '../world.ts'
import { euros, type Html, html, sendNotice, sendPage } from './layout.ts'

interface Typed {
  readonly email?: string
  readonly card?: string
  readonly name?: string
  readonly country?: string
}

const COUNTRIES = ['FR', 'BE', 'DE', 'ES', 'IT', 'NL', 'GB', 'US']

function form(session: Stripe.Checkout.Session, lines: readonly Stripe.LineItem[], typed: Typed, refusal: string | undefined): Html {
  const total = session.amount_total ?? 0
  return html`<h1>Payment</h1>
    ${lines.map((line) => html`<p>${line.description} × ${line.quantity}: ${euros(line.amount_total)}</p>`)}
    <p class="amount">${euros(total)}</p>
    ${session.automatic_tax.enabled && html`<p class="small">VAT of 20 % is added for buyers in France.</p>`}
    ${refusal && html`<p class="alert" role="alert">${refusal}</p>`}
    <form method="post">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" required autocomplete="email" value="${typed.email ?? session.customer_email ?? ''}">
      <label for="card">Card number or IBAN</label>
      <input id="card" name="card" required inputmode="text" autocomplete="off" list="cards" aria-describedby="cards-help" value="${typed.card ?? ''}">
      <datalist id="cards">${TEST_METHODS.map(({ number, label }) => html`<option value="${number}">${label}</option>`)}</datalist>
      <p class="small" id="cards-help">Only the test numbers below mean something here.</p>
      <label for="name">Name on the card</label>
      <input id="name" name="name" required autocomplete="name" value="${typed.name ?? ''}">
      <label for="country">Country</label>
      <select id="country" name="country">${COUNTRIES.map(
        (code) => html`<option${(typed.country ?? 'FR') === code ? html` selected` : ''}>${code}</option>`,
      )}</select>
      <p class="row"><button type="submit">Pay ${euros(total)}</button>
      ${session.cancel_url && html`<a href="${session.cancel_url}">Cancel</a>`}</p>
    </form>
    <h2>Test numbers</h2>
    <div class="scroll"><table><tbody>${TEST_METHODS.map(
      ({ number, label }) => html`<tr><td><code>${number}</code></td><td>${label}</td></tr>`,
    )}</tbody></table></div>`
}

const step = (session: Stripe.Checkout.Session): Html =>
  html`<h1>Is it you?</h1>
    <p>Your bank wants to know whether it is you who pays ${euros(session.amount_total ?? 0)}.</p>
    <form method="post" class="row">
      <button name="step" value="complete">Complete</button>
      <button name="step" value="fail" class="plain">Fail</button>
    </form>`

export function checkoutPages(world: World): Router {
  const router = Router()
  const { state } = world

  /** The open session, or a page that says why there is none. */
  const open = (id: string, response: Response): Stripe.Checkout.Session | undefined => {
    world.tick()
    const session = state.sessions.get(id)
    if (session?.status === 'open') return session
    if (!session) sendNotice(response, 404, 'No such payment', 'The address is not complete.')
    else if (session.status === 'expired')
      sendNotice(
        response,
        410,
        'This payment has expired',
        html`<a href="${session.cancel_url ?? '/'}">Go back to the shop</a> and begin anew.`,
      )
    else sendNotice(response, 200, 'This payment is done', html`You have paid already. <a href="${success(session)}">Go on</a>`)
    return undefined
  }
  const success = (session: Stripe.Checkout.Session) => String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id)
  const show = (session: Stripe.Checkout.Session, response: Response, typed: Typed = {}, refusal?: string) => {
    const lines = state.checkoutNotes.get(session.id)?.lineItems ?? []
    sendPage(response, { title: 'Payment', narrow: true, status: refusal ? 402 : 200, body: form(session, lines, typed, refusal) })
  }
  const after = (session: Stripe.Checkout.Session, outcome: Outcome, response: Response, typed: Typed) => {
    if (outcome.kind === 'done') response.redirect(303, outcome.url)
    else if (outcome.kind === 'authenticate') response.redirect(303, `/checkout/${session.id}/authenticate`)
    else show(session, response, typed, outcome.message)
  }

  router.get('/checkout/:id', (request, response) => {
    const session = open(request.params.id, response)
    if (session) show(session, response)
  })
  router.post('/checkout/:id', (request, response) => {
    const session = open(request.params.id, response)
    if (!session) return
    const { email = '', card = '', name = '', country = 'FR' } = request.body as Typed
    after(session, pay(world, session.id, { email, card, name, country }), response, { email, card, name, country })
  })
  router.get('/checkout/:id/authenticate', (request, response) => {
    const session = open(request.params.id, response)
    if (!session) return
    if (!state.checkoutNotes.get(session.id)?.waiting) return response.redirect(303, `/checkout/${session.id}`)
    sendPage(response, { title: 'Is it you?', narrow: true, body: step(session) })
  })
  router.post('/checkout/:id/authenticate', (request, response) => {
    const session = open(request.params.id, response)
    if (!session) return
    const { waiting } = state.checkoutNotes.get(session.id) ?? {}
    if (!waiting) return response.redirect(303, `/checkout/${session.id}`)
    const { card: _, ...typed } = waiting
    after(session, authenticate(world, session.id, (request.body as { step?: string }).step === 'complete'), response, typed)
  })
  return router
}
