/** The control API for tests: moves the clock, injects faults, and acts as a buyer or as Stripe. */
import { Router } from 'express'
import { z } from 'zod'
import { jsonRoutes } from '../json-routes.ts'
import { EVENT_MODES, FAULT_KINDS, PLATFORM } from '../state.ts'
import { send } from '../stripe/deliver.ts'
import { findOrFault } from '../stripe/fault.ts'
import { balanceOf, book } from '../stripe/money.ts'
import { authenticate, pay } from '../stripe/pay.ts'
import { applyOutcome, OUTCOMES } from '../stripe/requirements.ts'
import { reverse } from '../stripe/transfers.ts'
import type { World } from '../world.ts'
import { Earning, postEarning } from './earning.ts'
import type { Walks } from './walk.ts'

/** If true, the clock waits for each night's jobs, and the response is sent after the last night. */
const nightByNight = z.boolean().default(false)
const Move = z.union([
  z.strictObject({ advanceMs: z.number().min(0), nightByNight }),
  z.strictObject({ to: z.iso.datetime({ offset: true }), nightByNight }),
])
type Move = z.input<typeof Move>
const DAY_MS = 86_400_000
const Rule = z.strictObject({
  mode: z.enum(EVENT_MODES),
  times: z.int().min(1).default(1),
  type: z.string().min(1).optional(),
  delayMs: z.number().min(0).default(DAY_MS),
})
const Fault = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  times: z.int().min(1).default(1),
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  path: z.string().default('/'),
  delayMs: z.number().min(0).default(1_000),
})
const Redelivery = z.strictObject({
  times: z.int().min(1).max(20).default(1),
  parallel: z.boolean().default(false),
  badSignature: z.boolean().optional(),
  timestampAgeSeconds: z.int().optional(),
})
const Payment = z.strictObject({
  card: z.string(),
  email: z.string().default('buyer@example.test'),
  name: z.string().default('A Buyer'),
  country: z.string().default('FR'),
  authenticate: z.enum(['complete', 'fail']).optional(),
})

const WAIT_MS = 25_000

const targetOf = (world: World, to: Move): number => ('to' in to ? new Date(to.to).getTime() : world.nowMs() + to.advanceMs)

function move(world: World, to: Move): void {
  const ms = targetOf(world, to) - world.nowMs()
  if (ms < 0) throw new RangeError('The clock can only move forward.')
  world.clock.advance({ ms })
}

/** Totals of completed transfers, for comparison with the ledger. */
export function paid({ state }: World) {
  const transfers = [...state.transfers.values()]
  const byDestination: Record<string, number> = {}
  for (const { amount, amount_reversed, destination } of transfers) {
    const to = String(destination)
    byDestination[to] = (byDestination[to] ?? 0) + amount - amount_reversed
  }
  return {
    transfers: transfers.length,
    transferred: transfers.reduce((sum, { amount }) => sum + amount, 0),
    reversed: transfers.reduce((sum, { amount_reversed }) => sum + amount_reversed, 0),
    byDestination,
  }
}

export function consoleApi(world: World, walks: Walks): Router {
  return Router().use(clockRoutes(world, walks), faultRoutes(world), eventRoutes(world), moneyRoutes(world))
}

function clockRoutes(world: World, walks: Walks): Router {
  const { clock } = world
  let jumps = 0
  const waiting = new Set<() => void>()
  clock.onJump(() => {
    jumps += 1
    for (const respond of [...waiting]) respond()
  })
  const clockNow = () => ({ now: clock.now().toISOString(), jumps })

  const router = jsonRoutes({
    '/_sandbox/clock': {
      post: async (body) => {
        const to = Move.parse(body)
        if (to.nightByNight) await walks.begin(targetOf(world, to)).done
        else {
          walks.assertIdle()
          move(world, to)
        }
        return clockNow()
      },
    },
  })
  router.get('/_sandbox/clock', (request, response) => {
    const respond = () => {
      clearTimeout(timer)
      waiting.delete(respond)
      response.json(clockNow())
    }
    const timer = setTimeout(respond, WAIT_MS)
    if (request.query.jumps !== String(jumps)) return respond()
    waiting.add(respond)
    response.once('close', () => {
      clearTimeout(timer)
      waiting.delete(respond)
    })
  })
  return router
}

const faultRoutes = ({ state }: World) =>
  jsonRoutes({
    '/_sandbox/faults': {
      get: () => state.faults,
      post: (body) => {
        state.faults.push(Fault.parse(body))
        return state.faults
      },
      delete: () => {
        state.faults = []
        return []
      },
    },
    '/_sandbox/keys': { delete: () => state.keptAnswers.clear() },
  })

const eventRoutes = (world: World) =>
  jsonRoutes({
    '/_sandbox/events/rules': {
      get: () => world.state.eventRules,
      post: (body) => {
        world.state.eventRules.push(Rule.parse(body))
        return world.state.eventRules
      },
      delete: () => {
        world.state.eventRules = []
        return []
      },
    },
    '/_sandbox/events': { get: () => [...world.state.events.values()].reverse() },
    '/_sandbox/events/:id/deliver': {
      post: async (body, { id = '' }) => {
        const event = findOrFault(world.state.events, 'event', id)
        const { times, parallel, ...manner } = Redelivery.parse(body)
        const statuses: { status: number }[] = []
        const one = async () => void statuses.push({ status: await send(world, event, manner) })
        if (parallel) await Promise.all(Array.from({ length: times }, one))
        else for (let count = 0; count < times; count += 1) await one()
        return statuses
      },
    },
  })

const moneyRoutes = (world: World) =>
  jsonRoutes({
    '/_sandbox/earnings': { post: (body) => postEarning(world, Earning.parse(body)) },
    '/_sandbox/balance': {
      get: () => balanceOf(world, PLATFORM),
      post: (body) => {
        adjustBalance(world, z.strictObject({ amount: z.int() }).parse(body).amount)
        return balanceOf(world, PLATFORM)
      },
    },
    '/_sandbox/paid': { get: () => paid(world) },
    '/_sandbox/checkout/:id': {
      post: (body, { id = '' }) => {
        const { authenticate: step, ...payment } = Payment.parse(body)
        const outcome = pay(world, id, payment)
        const last = outcome.kind === 'authenticate' && step ? authenticate(world, id, step === 'complete') : outcome
        return { outcome: last, session: findOrFault(world.state.sessions, 'checkout.session', id) }
      },
    },
    '/_sandbox/accounts': { get: () => [...world.state.accounts.values()] },
    '/_sandbox/accounts/:id': {
      post: (body, { id = '' }) => {
        applyOutcome(world, id, z.strictObject({ outcome: z.enum(OUTCOMES) }).parse(body).outcome)
        return findOrFault(world.state.accounts, 'account', id)
      },
    },
    '/_sandbox/transfers/:id/reverse': {
      post: (body, { id = '' }) => reverse(world, id, z.strictObject({ amount: z.int().optional() }).parse(body)),
    },
  })

export function adjustBalance(world: World, amount: number): void {
  book(world, PLATFORM, {
    amount,
    type: 'adjustment',
    category: 'other_adjustment',
    source: null,
    description: 'Changed in the console',
  })
}
