import { Router } from 'express'
import { z } from 'zod'
import { euros, html, oneTimeNotice, sendPage } from '../pages/layout.ts'
import { EVENT_MODES, FAULT_KINDS } from '../state.ts'
import { createLink, createLoginLink } from '../stripe/accounts.ts'
import { send } from '../stripe/deliver.ts'
import { findOrFault, StripeFault } from '../stripe/fault.ts'
import { applyOutcome, OUTCOMES } from '../stripe/requirements.ts'
import { reverse } from '../stripe/transfers.ts'
import type { World } from '../world.ts'
import { adjustBalance } from './api.ts'
import { Earning, postEarning } from './earning.ts'
import {
  accountsSection,
  clockSection,
  earningSection,
  eventsTable,
  faultsSection,
  isWalking,
  moneySection,
  paymentsSection,
  places,
  rulesSection,
  time,
  transfersSection,
} from './sections.ts'
import type { Walks } from './walk.ts'

const DAY_MS = 86_400_000
const SLOW_MS = 10_000
/** If a clock move takes less time than this, the progress page is skipped. */
const SHORT_MS = 300
const EVENTS_SHOWN = 200

export function consolePages(world: World, walks: Walks, smtpUrl: () => string): Router {
  const router = Router()
  const { state } = world
  const notice = oneTimeNotice()

  router.get('/', (_, response) => {
    world.tick()
    sendPage(response, {
      title: 'Console',
      at: '/',
      refresh: isWalking(walks) ? `/?at=${Date.now()}#clock` : undefined,
      body: html`<h1>Simulated services</h1>
        <p>Stripe, the social networks and e-mail, simulated on this machine. No money moves and no e-mail is sent. Mail server: <code>${smtpUrl()}</code></p>
        ${notice.take()}
        <section aria-label="Contents">${places(world)}</section>
        <div class="grid">${clockSection(world, walks.latest())}${earningSection(world)}${faultsSection(world)}${rulesSection(world)}</div>
        ${moneySection(world)}${paymentsSection(world)}${accountsSection(world)}${transfersSection(world)}`,
    })
  })

  router.get('/events', (_, response) => {
    const events = [...state.events.values()].reverse().slice(0, EVENTS_SHOWN)
    sendPage(response, {
      title: 'Events',
      at: '/events',
      body: html`<h1>Events</h1><p>Latest ${events.length} of ${state.events.size}. <a href="/#rules">Make the next ones fail</a></p>${notice.take()}<div class="sheet">${eventsTable(events)}</div>`,
    })
  })

  for (const [path, [to, work]] of Object.entries({ ...faultForms(world), ...clockForms(world, walks), ...moneyForms(world) }))
    router.post(path, async (request, response) => {
      try {
        const done = await work(request.body ?? {}, String(request.params.id))
        if (done instanceof URL) return response.redirect(303, done.href)
        notice.set(done)
        response.redirect(303, to)
      } catch (error) {
        const text = error instanceof z.ZodError ? z.prettifyError(error) : undefined
        if (!text && !(error instanceof StripeFault || error instanceof RangeError)) throw error
        sendPage(response, {
          title: 'That didn’t work',
          status: 400,
          body: html`<div class="sheet"><h1>That didn’t work</h1><p class="alert" role="alert">${text ?? (error as Error).message}</p><p><a href="${to}">Back to the console</a></p></div>`,
        })
      }
    })
  return router
}

type Form = Record<string, string>
/**
 * Each form's next page and action. If the action returns a message, the next page shows it. If the action returns a
 * URL, the browser opens that URL instead.
 */
type Forms = Record<string, readonly [to: string, act: (form: Form, id: string) => string | URL | Promise<string>]>

function chosen<Value extends string>(values: readonly Value[], given: string | undefined): Value {
  const found = values.find((value) => value === given)
  if (!found) throw new RangeError('Choose an option from the list.')
  return found
}

const count = (given: string | undefined) => Math.max(1, Math.trunc(Number(given)) || 1)

function whole(given: string | undefined): number {
  const number = Number(given)
  if (!given?.trim() || !Number.isSafeInteger(number)) throw new RangeError('Enter a whole number of cents.')
  return number
}

const clockForms = (world: World, walks: Walks): Forms => ({
  '/console/clock': [
    '/#clock',
    async ({ advanceMs, to }) => {
      const date = advanceMs ? new Date(world.nowMs() + Number(advanceMs)) : new Date(`${to}Z`)
      if (Number.isNaN(date.getTime())) throw new RangeError('Enter a valid date and time.')
      const { done } = walks.begin(date.getTime())
      // The progress page reports a failed move, so this rejection is ignored.
      done.catch(() => {})
      const isThere = Promise.race([done.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), SHORT_MS))])
      return (await isThere) ? `It is now ${time(world.nowMs())} UTC.` : ''
    },
  ],
  '/console/clock/stop': [
    '/#clock',
    () => {
      walks.cancel()
      return 'The clock stops after the current step.'
    },
  ],
})

const faultForms = (world: World): Forms => ({
  '/console/faults': [
    '/#faults',
    ({ kind, path = '/', times }) => {
      const method = path === '/' ? undefined : 'POST'
      world.state.faults.push({ kind: chosen(FAULT_KINDS, kind), path, method, times: count(times), delayMs: SLOW_MS })
      return 'Saved.'
    },
  ],
  '/console/faults/clear': [
    '/#faults',
    () => {
      world.state.faults = []
      return 'Stripe responds normally again.'
    },
  ],
  '/console/keys/forget': [
    '/#faults',
    () => {
      world.state.keptAnswers.clear()
      return 'All idempotency keys have been cleared.'
    },
  ],
  '/console/rules': [
    '/#rules',
    ({ mode, type, times }) => {
      world.state.eventRules.push({
        mode: chosen(EVENT_MODES, mode),
        type: type?.trim() || undefined,
        times: count(times),
        delayMs: DAY_MS,
      })
      return 'Saved.'
    },
  ],
  '/console/rules/clear': [
    '/#rules',
    () => {
      world.state.eventRules = []
      return 'Events are delivered normally again.'
    },
  ],
  '/console/events/:id': [
    '/events',
    async (_, id) => {
      const status = await send(world, findOrFault(world.state.events, 'event', id))
      return status ? `Sent. Response status: ${status}.` : 'Sent. No response.'
    },
  ],
})

const moneyForms = (world: World): Forms => ({
  '/console/earnings': [
    '/#earning',
    async ({ creatorId, cents, reason }) => {
      const earning = Earning.parse({ creatorId, cents: Number(cents), reason })
      const { posted } = await postEarning(world, earning)
      return posted
        ? `${earning.creatorId} has earned ${euros(earning.cents)} for “${earning.reason}”.`
        : `${earning.creatorId} already has earnings for “${earning.reason}”. Nothing was changed.`
    },
  ],
  '/console/balance': [
    '/#money',
    ({ amount }) => {
      const cents = whole(amount)
      adjustBalance(world, cents)
      return `Balance changed by ${euros(cents)}.`
    },
  ],
  '/console/accounts/:id': [
    '/#accounts',
    ({ outcome }, id) => {
      applyOutcome(world, id, chosen(OUTCOMES, outcome))
      return 'Saved.'
    },
  ],
  '/console/accounts/:id/dashboard': [
    '/#accounts',
    (_, id) => new URL(createLoginLink(world, findOrFault(world.state.accounts, 'account', id))),
  ],
  '/console/accounts/:id/onboarding': [
    '/#accounts',
    (_, id) => {
      const back = `${world.appOrigin() ?? world.url()}/`
      return new URL(createLink(world, id, 'account_onboarding', { refreshUrl: back, returnUrl: back }).url)
    },
  ],
  '/console/transfers/:id/reverse': [
    '/#transfers',
    ({ amount }, id) => {
      const reversal = reverse(world, id, amount === undefined ? {} : { amount: whole(amount) })
      return `${euros(reversal.amount)} reversed.`
    },
  ],
})
