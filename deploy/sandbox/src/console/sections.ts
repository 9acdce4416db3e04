import { BUSINESS_TIME_ZONE } from '@reelfair/rules'
import { euros, type Html, html } from '../pages/layout.ts'
import { EVENT_MODES, type EventRow, FAULT_KINDS, PLATFORM } from '../state.ts'
import { accountV1 } from '../stripe/account-v1.ts'
import { balanceOf } from '../stripe/money.ts'
import { type OnboardingOutcome, OUTCOMES } from '../stripe/requirements.ts'
import type { World } from '../world.ts'
import { paid } from './api.ts'
import type { Walk, Walks } from './walk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const STEPS: readonly (readonly [string, number])[] = [
  ['5 minutes', HOUR_MS / 12],
  ['1 hour', HOUR_MS],
  ['1 day', DAY_MS],
  ['3 days', 3 * DAY_MS],
  ['7 days', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
]
const SHOWN = 50

const FAULT_LABELS: Record<(typeof FAULT_KINDS)[number], string> = {
  rate_limit: '429 too many requests',
  error: '500, request not processed',
  error_after: '500, but request processed',
  conflict: '409 lock timeout',
  timeout_before: 'no response, request not processed',
  timeout_after: 'no response, but request processed',
  drop_before: 'connection dropped, request not processed',
  drop_after: 'connection dropped, but request processed',
  slow: 'response after 10 s',
}
const PATH_LABELS: Record<string, string> = {
  '/v1/transfers': 'transfers',
  '/v1/checkout': 'checkout',
  '/v2/core': 'accounts',
  '/': 'everything',
}
const MODE_LABELS: Record<(typeof EVENT_MODES)[number], string> = {
  duplicate: 'arrives twice',
  triplicate: 'arrives three times',
  late: 'arrives a day late',
  reorder: 'arrives after the next event',
  drop: 'never arrives',
  bad_signature: 'has an invalid signature at first',
  old_timestamp: 'has a 10-minute-old signature at first',
}
const OUTCOME_LABELS: Record<OnboardingOutcome, string> = {
  complete: 'active',
  halfway: 'incomplete',
  restricted: 'restricted: document unreadable',
  pending: 'under review for a day',
  rejected: 'rejected',
  underage: 'restricted: under 18',
}

export const time = (at: Date | number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const options = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>, chosen?: string) =>
  values.map((value) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${labels[value]}</option>`)
const section = (id: string, title: string, body: Html) =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`
const table = (label: string, heads: readonly string[], rows: readonly Html[]) =>
  rows.length === 0
    ? html`<p>None yet.</p>`
    : html`<div class="scroll broad" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${heads.map((head) =>
        head === '' ? html`<td></td>` : html`<th>${head}</th>`,
      )}</tr></thead><tbody>${rows}</tbody></table></div>`

export function places(world: World): Html {
  const origin = world.appOrigin()
  const links: readonly (readonly [string, string])[] = [
    ...(origin
      ? ([
          [origin, 'Reelfair'],
          [`${origin}/brand-dashboard/purchase`, 'Buy credits (brand)'],
          [`${origin}/balance`, 'Balance (creator)'],
          [`${origin}/admin/transfers`, 'Transfers (admin)'],
        ] as const)
      : []),
    ['/social', `Social networks (${world.state.social.accounts.size})`],
    ['/mail', `Mailbox (${world.state.mails.size})`],
    ['/events', `Events (${world.state.events.size})`],
    ['#earning', 'Test earnings'],
    ['#faults', 'Stripe failures'],
    ['#rules', 'Event failures'],
    ['#money', 'Stripe balance'],
    ['#checkout', 'Payments'],
    ['#accounts', 'Accounts'],
    ['#transfers', 'Transfers'],
  ]
  return html`<ul class="links">${links.map(([to, name]) => html`<li><a href="${to}">${name}</a></li>`)}</ul>`
}

export const isWalking = (walks: Walks): boolean => walks.latest()?.isOver === false

const inParis = (ms: number) =>
  new Date(ms).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: BUSINESS_TIME_ZONE,
  })

const dayOf = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Lists each night of a clock move, to show what the clock is waiting for. */
function walkShown({ days, nightsDone, step: doing, toMs, isOver, error: trouble }: Walk): Html {
  if (isOver) return html`${trouble && html`<p class="alert" role="alert">${trouble}</p>`}`
  return html`<div role="status"><p>The clock is moving to ${time(toMs)} UTC, night by night: ${nightsDone} of ${days.length} ${days.length === 1 ? 'night' : 'nights'} done.</p>
    <progress value="${nightsDone}" max="${days.length}" aria-label="Nights done">${nightsDone} of ${days.length}</progress>
    <ul class="lines">${days.map((day, index) => html`<li><span>${dayOf(day)}</span><span${index < nightsDone && html` class="good"`}>${index < nightsDone ? 'settled' : index > nightsDone ? 'pending' : doing ? `${doing} …` : 'starting'}</span></li>`)}</ul></div>
    <form method="post" action="/console/clock/stop"><button class="plain">Stop the clock</button></form>`
}

export const clockSection = (world: World, walk: Walk | undefined): Html =>
  section(
    'clock',
    'Clock',
    html`<p class="now"><time datetime="${new Date(world.nowMs()).toISOString()}">${time(world.nowMs())}</time> UTC</p>
    <p>Paris: ${inParis(world.nowMs())}.</p>
    <p class="small">Shared by Reelfair and the sandbox. It only moves forward, one night at a time: views are read at 00:00 and settled at 02:00, Paris time.</p>
    ${walk && walkShown(walk)}
    ${walk?.isOver !== false && clockForms(world)}`,
  )

const clockForms = (world: World): Html =>
  html`<form method="post" action="/console/clock" class="row">${STEPS.map(([label, ms]) => html`<button class="plain" name="advanceMs" value="${ms}">+ ${label}</button>`)}</form>
    <form method="post" action="/console/clock" class="row"><div><label for="to">Move to (UTC)</label><input id="to" name="to" type="datetime-local" step="1" required value="${time(world.nowMs()).replace(' ', 'T')}"></div><button>Move</button></form>`

function knownAddresses({ state }: World): string[] {
  const letters = [...state.mails.values()].flatMap(({ to }) => to)
  const accounts = [...state.accounts.values()].flatMap(({ contact_email }) => contact_email ?? [])
  return [...new Set([...accounts, ...letters])].slice(-SHOWN)
}

export const earningSection = (world: World): Html =>
  section(
    'earning',
    'Post test earnings',
    html`<p class="small">Earnings without a campaign, to try out balances and transfers. They are posted to the ledger like any other earnings. Each reason can be used once.</p>
    <form method="post" action="/console/earnings">
      <label for="creator">Creator (e-mail address or id)</label><input id="creator" name="creatorId" required list="addresses" autocomplete="off">
      <datalist id="addresses">${knownAddresses(world).map((address) => html`<option value="${address}"></option>`)}</datalist>
      <label for="cents">Cents</label><input id="cents" name="cents" type="number" min="1" max="1000000" required value="100">
      <label for="reason">Reason</label><input id="reason" name="reason" required maxlength="100" value="Test earnings ${time(world.nowMs())}">
      <p class="row"><button>Post</button></p>
    </form>`,
  )

export const faultsSection = ({ state }: World): Html =>
  section(
    'faults',
    'Stripe failures',
    html`<form method="post" action="/console/faults" class="row">
      <div class="grow"><label for="kind">Response to the next requests</label><select id="kind" name="kind">${options(FAULT_KINDS, FAULT_LABELS)}</select></div>
      <div><label for="path">Requests to</label><select id="path" name="path">${options(Object.keys(PATH_LABELS), PATH_LABELS)}</select></div>
      <div><label for="times">How many</label><input id="times" name="times" type="number" min="1" max="1000" value="1"></div><button>Apply</button>
    </form>
    ${state.faults.length > 0 && html`<ul>${state.faults.map(({ kind, path, times }) => html`<li>${FAULT_LABELS[kind]}: ${PATH_LABELS[path] ?? path}, ${times} left</li>`)}</ul><form method="post" action="/console/faults/clear"><button class="plain">Clear all</button></form>`}
    <p class="small row">Stored idempotency keys: ${state.keptAnswers.size}. Each key expires after 24 hours.</p>
    <form method="post" action="/console/keys/forget"><button class="plain">Clear the keys now</button></form>`,
  )

export const rulesSection = ({ state }: World): Html =>
  section(
    'rules',
    'Event failures',
    html`<form method="post" action="/console/rules" class="row">
      <div class="grow"><label for="mode">The next event</label><select id="mode" name="mode">${options(EVENT_MODES, MODE_LABELS)}</select></div>
      <div><label for="type">Type starts with</label><input id="type" name="type" placeholder="any"></div>
      <div><label for="rule-times">How many</label><input id="rule-times" name="times" type="number" min="1" max="1000" value="1"></div><button>Apply</button>
    </form>
    ${state.eventRules.length > 0 && html`<ul>${state.eventRules.map(({ mode, type, times }) => html`<li>${type ?? 'any'} ${MODE_LABELS[mode]}, ${times} left</li>`)}</ul><form method="post" action="/console/rules/clear"><button class="plain">Clear all</button></form>`}
    <p class="small row">See each event with its deliveries, or send it again: <a href="/events">Events</a></p>`,
  )

export function moneySection(world: World): Html {
  const { available, pending } = balanceOf(world, PLATFORM)
  const { transferred, reversed } = paid(world)
  return section(
    'money',
    'Reelfair’s Stripe balance',
    html`<dl><div><dt>Available</dt><dd>${euros(available)}</dd></div><div><dt>Pending</dt><dd>${euros(pending)}</dd></div>
    <div><dt>Transferred</dt><dd>${euros(transferred)}</dd></div><div><dt>Reversed</dt><dd>${euros(reversed)}</dd></div></dl>
    <form method="post" action="/console/balance" class="row"><div><label for="amount">Add cents to the available balance (negative to subtract)</label><input id="amount" name="amount" type="number" required></div><button>Change balance</button></form>`,
  )
}

export function paymentsSection({ state }: World): Html {
  const rows = [...state.sessions.values()].reverse().slice(0, SHOWN)
  return section(
    'checkout',
    'Checkout sessions',
    table(
      'Checkout sessions',
      ['Session', 'Amount', 'Status', 'Created', ''],
      rows.map(
        (one) =>
          html`<tr><td><code>…${one.id.slice(-8)}</code></td><td>${euros(one.amount_total ?? 0)}</td><td>${one.status}, ${one.payment_status}</td><td>${time(one.created * 1_000)}</td><td>${one.url && html`<a href="${one.url}" aria-label="Payment page for …${one.id.slice(-8)}">Payment page</a>`}</td></tr>`,
      ),
    ),
  )
}

export function accountsSection(world: World): Html {
  const rows = [...world.state.accounts.values()].reverse().slice(0, SHOWN)
  return section(
    'accounts',
    'Connected accounts',
    table(
      'Connected accounts',
      ['Account', 'Transfers', 'Balance', 'Stripe pages', 'Review result'],
      rows.map((one) => {
        const seen = accountV1(one)
        const who = one.contact_email ?? one.id
        return html`<tr><td>${one.contact_email}<br><code>${one.id}</code></td><td>${one.closed ? 'closed' : seen.capabilities?.transfers}</td><td>${euros(balanceOf(world, one.id).available)}</td>
          <td>${!one.closed && html`<form method="post" action="/console/accounts/${one.id}/${seen.details_submitted ? 'dashboard' : 'onboarding'}"><button class="plain slim" aria-label="${seen.details_submitted ? 'Dashboard' : 'Onboarding'} for ${who}">${seen.details_submitted ? 'Dashboard' : 'Onboarding'}</button></form>`}</td>
          <td>${!one.closed && html`<form method="post" action="/console/accounts/${one.id}" class="row"><div><select aria-label="Review result for ${who}" name="outcome">${options(OUTCOMES, OUTCOME_LABELS)}</select></div><button class="plain" aria-label="Apply to ${who}">Apply</button></form>`}</td></tr>`
      }),
    ),
  )
}

export function transfersSection({ state }: World): Html {
  const rows = [...state.transfers.values()].reverse().slice(0, SHOWN)
  return section(
    'transfers',
    'Transfers',
    table(
      'Transfers',
      ['Transfer', 'To', 'Amount', 'Created', 'Reverse'],
      rows.map(
        (one) =>
          html`<tr><td><code>${one.id}</code><br>${one.transfer_group}</td><td><code>${String(one.destination)}</code></td><td>${euros(one.amount)}${one.amount_reversed > 0 && html`<br>−${euros(one.amount_reversed)}`}</td><td>${time(one.created * 1_000)}</td>
          <td>${!one.reversed && html`<form method="post" action="/console/transfers/${one.id}/reverse" class="row"><div><input name="amount" type="number" min="1" max="${one.amount - one.amount_reversed}" value="${one.amount - one.amount_reversed}" required aria-label="Cents of ${one.id} to reverse"></div><button class="plain" aria-label="Reverse ${one.id}">Reverse</button></form>`}</td></tr>`,
      ),
    ),
  )
}

export const eventsTable = (events: readonly EventRow[]): Html =>
  table(
    'Events',
    ['Time', 'Event', 'To', 'Deliveries', ''],
    events.map(
      (one) => html`<tr><td>${time(one.createdMs)}</td><td>${one.type}<br><code>${one.id}</code></td><td>${one.endpoint}</td>
      <td><span class="${one.delivered ? 'good' : 'bad'}">${one.delivered ? 'delivered' : 'not delivered'}</span>${one.deliveries.slice(-5).map(({ at, how, status }) => html`<br>${time(new Date(at))}: ${status || 'no response'}${how === 'normal' ? '' : `, ${how}`}`)}</td>
      <td><form method="post" action="/console/events/${one.id}"><button class="plain slim" aria-label="Send ${one.id} again">Send again</button></form></td></tr>`,
    ),
  )
