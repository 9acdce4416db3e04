/** The console for people: one page that shows where everything is, moves the clock and makes things go wrong. */
import { Router } from 'express'
import { euros, html, sendNotice, sendPage } from '../pages/layout.ts'
import { EVENT_MODES, FAULT_KINDS, PLATFORM } from '../state.ts'
import { accountV1 } from '../stripe/account-v1.ts'
import { send } from '../stripe/deliver.ts'
import { StripeFault } from '../stripe/fault.ts'
import { balanceOf, book } from '../stripe/money.ts'
import { conclude, OUTCOMES } from '../stripe/requirements.ts'
import { reverse } from '../stripe/transfers.ts'
import type { World } from '../world.ts'
import { move, paid } from './api.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const STEPS: readonly (readonly [string, number])[] = [
  ['5 minutes', 5 * MINUTE_MS],
  ['1 hour', HOUR_MS],
  ['1 day', DAY_MS],
  ['3 days', 3 * DAY_MS],
  ['7 days', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
]
const SHOWN = 50

const FAULT_LABELS: Record<(typeof FAULT_KINDS)[number], string> = {
  rate_limit: '429 too many requests',
  error: '500, nothing was done',
  error_after: '500, though it was done',
  conflict: '409 lock time-out',
  timeout_before: 'no answer, nothing was done',
  timeout_after: 'no answer, though it was done',
  drop_before: 'cut off, nothing was done',
  drop_after: 'cut off, though it was done',
  slow: 'answered after 10 s',
}
const MODE_LABELS: Record<(typeof EVENT_MODES)[number], string> = {
  duplicate: 'comes twice',
  triplicate: 'comes three times',
  late: 'comes a day late',
  reorder: 'comes after the next one',
  drop: 'never comes',
  bad_signature: 'is badly signed at first',
  old_timestamp: 'is signed 10 minutes ago',
}

const time = (at: Date | number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const options = (values: readonly string[], labels: Record<string, string>) =>
  values.map((value) => html`<option value="${value}">${labels[value] ?? value}</option>`)
const tick = (good: boolean, text: string) => html`<span class="${good ? 'good' : 'bad'}">${text}</span>`

export function consolePages(world: World, smtpUrl: () => string): Router {
  const router = Router()
  const { state } = world

  const switches = () => html`<h2 id="clock">The clock</h2>
    <p>It is <b>${time(world.nowMs())}</b> UTC for Reelfair and for the sandbox. It goes forward only.</p>
    <form method="post" action="/console/clock" class="row">${STEPS.map(([label, ms]) => html`<button class="plain" name="advanceMs" value="${ms}">+ ${label}</button>`)}</form>
    <form method="post" action="/console/clock" class="row"><div><label for="to">To (UTC)</label><input id="to" name="to" type="datetime-local" step="1"></div><button>Move</button></form>

    <h2 id="faults">Stripe goes wrong</h2>
    <form method="post" action="/console/faults" class="row">
      <div><label for="kind">The next calls</label><select id="kind" name="kind">${options(FAULT_KINDS, FAULT_LABELS)}</select></div>
      <div><label for="path">of</label><select id="path" name="path"><option value="/v1/transfers">transfers</option><option value="/v1/checkout">checkout</option><option value="/v2/core">accounts</option><option value="/">everything</option></select></div>
      <div><label for="times">How many</label><input id="times" name="times" type="number" min="1" value="1"></div><button>Set</button>
    </form>
    ${state.faults.length > 0 && html`<ul>${state.faults.map(({ kind, path, times }) => html`<li>${FAULT_LABELS[kind]}: ${path}, ${times} more</li>`)}</ul><form method="post" action="/console/faults/clear"><button class="plain">Take them back</button></form>`}

    <h2 id="rules">Events go wrong</h2>
    <form method="post" action="/console/rules" class="row">
      <div><label for="mode">The next event</label><select id="mode" name="mode">${options(EVENT_MODES, MODE_LABELS)}</select></div>
      <div><label for="type">whose type begins with</label><input id="type" name="type" placeholder="checkout.session"></div>
      <div><label for="rule-times">How many</label><input id="rule-times" name="times" type="number" min="1" value="1"></div><button>Set</button>
    </form>
    ${state.eventRules.length > 0 && html`<ul>${state.eventRules.map(({ mode, type, times }) => html`<li>${type ?? 'any'} ${MODE_LABELS[mode]}, ${times} more</li>`)}</ul><form method="post" action="/console/rules/clear"><button class="plain">Take them back</button></form>`}`

  const money = () => {
    const { available, pending } = balanceOf(world, PLATFORM)
    const { transferred, reversed } = paid(world)
    return html`<h2 id="money">The platform’s balance at Stripe</h2>
      <dl><div><dt>Available</dt><dd>${euros(available)}</dd></div><div><dt>Pending</dt><dd>${euros(pending)}</dd></div>
      <div><dt>Transferred</dt><dd>${euros(transferred)}</dd></div><div><dt>Reversed</dt><dd>${euros(reversed)}</dd></div></dl>
      <form method="post" action="/console/balance" class="row"><div><label for="amount">Add to it, in cents (or take, with a minus)</label><input id="amount" name="amount" type="number" required></div><button>Book</button></form>`
  }

  const tables = () => {
    const sessions = [...state.sessions.values()].reverse().slice(0, SHOWN)
    const accounts = [...state.accounts.values()].reverse().slice(0, SHOWN)
    const transfers = [...state.transfers.values()].reverse().slice(0, SHOWN)
    return html`<h2 id="checkout">Checkout sessions</h2>
      ${sessions.length === 0 && html`<p>None yet.</p>`}
      <div class="scroll"><table><tbody>${sessions.map(
        (one) =>
          html`<tr><td><code>…${one.id.slice(-8)}</code></td><td class="num">${euros(one.amount_total ?? 0)}</td><td>${one.status}, ${one.payment_status}</td><td>${time(one.created * 1_000)}</td><td>${one.url && html`<a href="${one.url}">Payment page</a>`}</td></tr>`,
      )}</tbody></table></div>
      <h2 id="accounts">Connected accounts</h2>
      ${accounts.length === 0 && html`<p>None yet.</p>`}
      <div class="scroll"><table><tbody>${accounts.map((one) => {
        const seen = accountV1(one)
        return html`<tr><td><code>${one.id}</code><br>${one.contact_email}</td><td>${one.closed ? 'closed' : `transfers ${seen.capabilities?.transfers}`}</td><td class="num">${euros(balanceOf(world, one.id).available)}</td>
          <td>${!one.closed && html`<form method="post" action="/console/accounts/${one.id}" class="row"><div><label for="o-${one.id}">Becomes</label><select id="o-${one.id}" name="outcome">${options(OUTCOMES, {})}</select></div><button class="plain">Set</button></form>`}</td></tr>`
      })}</tbody></table></div>
      <h2 id="transfers">Transfers</h2>
      ${transfers.length === 0 && html`<p>None yet.</p>`}
      <div class="scroll"><table><tbody>${transfers.map(
        (
          one,
        ) => html`<tr><td><code>${one.id}</code><br>${one.transfer_group}</td><td><code>${String(one.destination)}</code></td><td class="num">${euros(one.amount)}${one.amount_reversed > 0 && html`<br>− ${euros(one.amount_reversed)}`}</td><td>${time(one.created * 1_000)}</td>
          <td>${!one.reversed && html`<form method="post" action="/console/transfers/${one.id}/reverse"><button class="plain">Reverse</button></form>`}</td></tr>`,
      )}</tbody></table></div>`
  }

  router.get('/', (_, response) => {
    world.tick()
    const origin = world.appOrigin()
    sendPage(response, {
      title: 'Console',
      body: html`<h1>The world around Reelfair</h1>
        <p>Stripe, the social networks and the mail, on this machine only. No money moves and no letter leaves.</p>
        <p>${origin && html`<a href="${origin}">Reelfair</a> · `}<a href="/social">Social networks</a> (${state.social.accounts.size}) · <a href="/mail">Mailbox</a> (${state.mails.length}) · <a href="/events">Events</a> (${state.events.size}) · <a href="#clock">clock</a> · <a href="#faults">faults</a> · <a href="#money">balance</a> · <a href="#checkout">payments</a> · <a href="#accounts">accounts</a> · <a href="#transfers">transfers</a></p>
        <p class="small">Mail server <code>${smtpUrl()}</code></p>
        ${switches()}${money()}${tables()}`,
    })
  })

  router.get('/events', (_, response) => {
    const events = [...state.events.values()].reverse().slice(0, 200)
    sendPage(response, {
      title: 'Events',
      body: html`<h1>Events</h1><p>The last ${events.length} of ${state.events.size}.</p>
        <div class="scroll"><table><thead><tr><th>When</th><th>What</th><th>To</th><th>Attempts</th><th></th></tr></thead><tbody>${events.map(
          (one) => html`<tr><td>${time(one.createdMs)}</td><td>${one.type}<br><code>${one.id}</code></td><td>${one.endpoint}</td>
            <td>${tick(one.delivered, one.delivered ? 'delivered' : 'not delivered')}${one.deliveries.slice(-5).map(({ how, status }) => html`<br>${status || 'no answer'} ${how === 'as it should' ? '' : how}`)}</td>
            <td><form method="post" action="/console/events/${one.id}"><button class="plain">Send again</button></form></td></tr>`,
        )}</tbody></table></div>`,
    })
  })

  const act = (path: string, to: string, work: (body: Record<string, string>, path: Record<string, string>) => unknown) =>
    router.post(path, async (request, response) => {
      try {
        await work(request.body ?? {}, request.params as Record<string, string>)
        response.redirect(303, to)
      } catch (error) {
        if (!(error instanceof StripeFault || error instanceof RangeError)) throw error
        sendNotice(response, 400, 'That does not go', html`${error.message} <a href="/">Back</a>`)
      }
    })
  const chosen = <Value extends string>(values: readonly Value[], given: string | undefined): Value => {
    const found = values.find((value) => value === given)
    if (!found) throw new RangeError('Choose one of the list.')
    return found
  }
  const count = (given: string | undefined) => Math.max(1, Math.trunc(Number(given)) || 1)

  act('/console/clock', '/#clock', ({ advanceMs, to }) => {
    if (advanceMs) return move(world, { advanceMs: Number(advanceMs) })
    const date = new Date(`${to}Z`)
    if (Number.isNaN(date.getTime())) throw new RangeError('This is not a moment.')
    move(world, { to: date.toISOString() })
  })
  act('/console/faults', '/#faults', ({ kind, path = '/', times }) =>
    state.faults.push({
      kind: chosen(FAULT_KINDS, kind),
      path,
      method: path === '/' ? undefined : 'POST',
      times: count(times),
      delayMs: 10_000,
    }),
  )
  act('/console/faults/clear', '/#faults', () => {
    state.faults = []
  })
  act('/console/rules', '/#rules', ({ mode, type, times }) =>
    state.eventRules.push({ mode: chosen(EVENT_MODES, mode), type: type?.trim() || undefined, times: count(times), delayMs: DAY_MS }),
  )
  act('/console/rules/clear', '/#rules', () => {
    state.eventRules = []
  })
  act('/console/balance', '/#money', ({ amount }) => {
    const cents = Number(amount)
    if (!Number.isSafeInteger(cents)) throw new RangeError('This is not a number of cents.')
    book(world, PLATFORM, {
      amount: cents,
      type: 'adjustment',
      category: 'other_adjustment',
      source: null,
      description: 'Changed in the console',
    })
  })
  act('/console/accounts/:id', '/#accounts', ({ outcome }, { id = '' }) => conclude(world, id, chosen(OUTCOMES, outcome)))
  act('/console/transfers/:id/reverse', '/#transfers', (_, { id = '' }) => reverse(world, id, {}))
  act('/console/events/:id', '/events', async (_, { id = '' }) => {
    const event = state.events.get(id)
    if (event) await send(world, event)
  })
  return router
}
