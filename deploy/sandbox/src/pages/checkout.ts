import { type Request, type Response, Router } from 'express'
import type { Stripe } from 'stripe'
import { authenticate, type Outcome, pay, TEST_METHODS } from '../stripe/pay.ts'
import type { World } from '../world.ts'
import { type Html, html, sendHosted, sendNotice } from './layout.ts'
import { type Locale, localeOf, money, WORDS } from './words.ts'

interface Typed {
  readonly email?: string
  readonly card?: string
  readonly name?: string
  readonly country?: string
  /** The test number whose button was pressed. The page fills in this number without submitting the payment. */
  readonly fill?: string
}

const COUNTRIES = ['FR', 'BE', 'DE', 'ES', 'IT', 'NL', 'GB', 'US']

interface Visit {
  readonly session: Stripe.Checkout.Session
  readonly locale: Locale
}

function form({ session, locale }: Visit, lines: readonly Stripe.LineItem[], typed: Typed, refusal: string | undefined): Html {
  const words = WORDS[locale].checkout
  const total = money(session.amount_total ?? 0, locale)
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const options = COUNTRIES.map(
    (code) => html`<option value="${code}"${(typed.country ?? 'FR') === code ? html` selected` : ''}>${countries.of(code)}</option>`,
  )
  return html`<div class="columns"><div class="summary">
      <h1>${words.to}</h1>
      <p class="amount">${total}</p>
      <ul class="lines">${lines.map((line) => html`<li><span>${line.description} × ${line.quantity}</span><span class="num">${money(line.amount_total, locale)}</span></li>`)}
        <li><b>${words.total}</b><b class="num">${total}</b></li></ul>
      ${session.automatic_tax.enabled && html`<p class="small">${words.vat}</p>`}
      ${session.cancel_url && html`<p><a href="${session.cancel_url}">${words.cancel}</a></p>`}
    </div>
    <div class="sheet">
      <h2>${words.details}</h2>
      ${refusal && html`<p class="alert" role="alert">${refusal}</p>`}
      <form method="post" id="pay" action="/checkout/${session.id}">
        <label for="email">${words.email}</label>
        <input id="email" name="email" type="email" required autocomplete="email" value="${typed.email ?? session.customer_email ?? ''}">
        <label for="card">${words.card}</label>
        <input id="card" name="card" required inputmode="text" autocomplete="off" aria-describedby="cards-help" value="${typed.card ?? ''}">
        <p class="small" id="cards-help">${words.cardHelp}</p>
        <label for="name">${words.name}</label>
        <input id="name" name="name" required autocomplete="name" value="${typed.name ?? ''}">
        <label for="country">${words.country}</label>
        <select id="country" name="country">${options}</select>
        <button type="submit" class="wide">${words.pay(total)}</button>
      </form>
    </div></div>
    <section aria-labelledby="numbers"><h2 id="numbers">${words.numbers}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="numbers"><table><thead><tr><th>${words.number}</th><th>${words.what}</th><td></td></tr></thead><tbody>${TEST_METHODS.map(
      ({ number }) =>
        html`<tr><td><code>${number}</code></td><td>${words.numbersDo[number]}</td><td class="num"><button class="plain slim" form="pay" formnovalidate name="fill" value="${number}" aria-label="${words.fillThis(number)}">${words.fill}</button></td></tr>`,
    )}</tbody></table></div></section>`
}

function step({ session, locale }: Visit): Html {
  const words = WORDS[locale].checkout
  return html`<div class="sheet"><h1>${words.isItYou}</h1>
    <p>${words.bankAsks(money(session.amount_total ?? 0, locale))}</p>
    <form method="post" class="row">
      <button name="step" value="complete">${words.complete}</button>
      <button name="step" value="fail" class="plain">${words.fail}</button>
    </form></div>`
}

const success = (session: Stripe.Checkout.Session) => String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id)

function open(world: World, request: Request<{ id: string }>, response: Response): Visit | undefined {
  world.tick()
  const session = world.state.sessions.get(request.params.id)
  const locale = localeOf(request, session?.locale)
  const words = WORDS[locale].checkout
  if (session?.status === 'open') return { session, locale }
  if (!session) sendNotice(response, 404, words.noSuch, WORDS[locale].incomplete, locale)
  else if (session.status === 'expired') {
    const back = html`<a href="${session.cancel_url ?? '/'}">${words.backToShop}</a> ${words.startAgain}`
    sendNotice(response, 410, words.expired, back, locale)
  } else sendNotice(response, 200, words.done, html`${words.paidAlready} <a href="${success(session)}">${words.goOn}</a>`, locale)
  return undefined
}

export function checkoutPages(world: World): Router {
  const router = Router()
  const notesOf = (visit: Visit) => world.state.checkoutNotes.get(visit.session.id)
  const show = (visit: Visit, response: Response, typed: Typed = {}, refusal?: string) =>
    sendHosted(response, visit.locale, {
      title: WORDS[visit.locale].checkout.title,
      two: true,
      status: refusal ? 402 : 200,
      body: form(visit, notesOf(visit)?.lineItems ?? [], typed, refusal),
    })
  const after = (visit: Visit, outcome: Outcome, response: Response, typed: Typed) => {
    if (outcome.kind === 'done') response.redirect(303, outcome.url)
    else if (outcome.kind === 'authenticate') response.redirect(303, `/checkout/${visit.session.id}/authenticate`)
    else show(visit, response, typed, WORDS[visit.locale].checkout.refusals[outcome.reason])
  }

  router.get('/checkout/:id', (request, response) => {
    const visit = open(world, request, response)
    if (visit) show(visit, response)
  })
  router.post('/checkout/:id', (request, response) => {
    const visit = open(world, request, response)
    if (!visit) return
    const { email = '', card = '', name = '', country = 'FR', fill } = request.body as Typed
    if (fill) return show(visit, response, { email, card: fill, name, country })
    after(visit, pay(world, visit.session.id, { email, card, name, country }), response, { email, card, name, country })
  })
  router.get('/checkout/:id/authenticate', (request, response) => {
    const visit = open(world, request, response)
    if (!visit) return
    if (!notesOf(visit)?.waiting) return response.redirect(303, `/checkout/${visit.session.id}`)
    sendHosted(response, visit.locale, { title: WORDS[visit.locale].checkout.isItYou, body: step(visit) })
  })
  router.post('/checkout/:id/authenticate', (request, response) => {
    const visit = open(world, request, response)
    if (!visit) return
    const { waiting } = notesOf(visit) ?? {}
    const { id } = visit.session
    if (!waiting) return response.redirect(303, `/checkout/${id}`)
    const { card: _, ...typed } = waiting
    after(visit, authenticate(world, id, (request.body as { step?: string }).step === 'complete'), response, typed)
  })
  return router
}
