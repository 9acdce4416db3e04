import { createHmac } from 'node:crypto'
import { createSemaphore } from '@reelfair/service-kit'
import type { EndpointName, EventRow, EventRule } from '../state.ts'
import type { World } from '../world.ts'

const TIMEOUT_MS = 20_000
const MAX_CONCURRENT = 8
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/**
 * Delay after each failed attempt, measured by the sandbox's clock. Stripe retries for three days; the first delays
 * here are shorter, because a local service restarts within seconds.
 */
const RETRY_DELAYS_MS = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]
const OLD_SECONDS = 600
/** A held-back event is delivered after this time, even if no other event has been sent by then. */
const HELD_MS = 60 * SECOND

export interface DeliveryOptions {
  readonly badSignature?: boolean | undefined
  readonly timestampAgeSeconds?: number | undefined
}

/** Stripe's webhook signature: an HMAC-SHA256 over the timestamp and the raw body. */
export function sign(secret: string, payload: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

const semaphore = createSemaphore<World>(MAX_CONCURRENT)
const deliveries = new WeakMap<World, Set<Promise<unknown>>>()

const deliveriesOf = (world: World) => {
  const running = deliveries.get(world) ?? new Set()
  deliveries.set(world, running)
  return running
}

const endpointUrl = (world: World, name: EndpointName) => `${world.appOrigin()}/webhooks/stripe/${name}`

/** @returns the response status, or 0 if there was no response */
export async function send(
  world: World,
  event: EventRow,
  { badSignature = false, timestampAgeSeconds = 0 }: DeliveryOptions = {},
): Promise<number> {
  const permit = semaphore.tryAcquire(world) ?? (await semaphore.acquire(world))
  const payload = JSON.stringify(event.body)
  const secret = badSignature ? 'whsec_of_somebody_else' : world.state.webhookSecrets[event.endpoint]
  let status = 0
  try {
    const answer = await fetch(endpointUrl(world, event.endpoint), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': sign(secret, payload, world.nowSeconds() - timestampAgeSeconds),
      },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
    status = answer.status
    await answer.arrayBuffer()
  } catch {
    // As on Stripe, a timeout counts as a missing response; both are recorded as 0.
  } finally {
    permit.release()
  }
  const how =
    [badSignature && 'invalid signature', timestampAgeSeconds && `${timestampAgeSeconds} s old`].filter(Boolean).join(', ') || 'normal'
  event.deliveries.push({ at: world.clock.now().toISOString(), how, status })
  if (status >= 200 && status < 300) event.delivered = true
  world.state.events.set(event.id, event)
  world.save()
  return status
}

async function attempt(world: World, event: EventRow, manner?: DeliveryOptions): Promise<void> {
  event.attempts += 1
  await send(world, event, manner)
  const pause = RETRY_DELAYS_MS[event.attempts - 1]
  if (!event.delivered && pause !== undefined) world.schedule({ atMs: world.nowMs() + pause, kind: 'deliver', id: event.id })
  const held = world.state.held
  world.state.held = []
  for (const id of held) begin(world, () => retry(world, id))
  world.save()
}

async function retry(world: World, eventId: string): Promise<void> {
  const event = world.state.events.get(eventId)
  if (event && !event.delivered) await attempt(world, event)
}

function begin(world: World, work: () => Promise<void>): void {
  const all = deliveriesOf(world)
  const running = work()
    .catch(() => {})
    .finally(() => all.delete(running))
  all.add(running)
}

export const sendAgain = (world: World, event: EventRow): void => {
  if (world.appOrigin()) begin(world, async () => void (await send(world, event)))
}

export const retryDelivery = (world: World, eventId: string): void => {
  if (world.appOrigin()) begin(world, () => retry(world, eventId))
}

export function deliverWaiting(world: World): void {
  for (const event of world.state.events.values()) if (event.attempts === 0 && !event.delivered) deliver(world, event.id)
}

export async function deliveriesDone(world: World): Promise<void> {
  const all = deliveriesOf(world)
  while (all.size > 0) await Promise.all(all)
}

function takeRule({ state }: World, type: string): EventRule | undefined {
  const rule = state.eventRules.find((one) => one.type === undefined || type.startsWith(one.type))
  if (!rule) return undefined
  rule.times -= 1
  if (rule.times <= 0) state.eventRules = state.eventRules.filter((one) => one !== rule)
  return rule
}

export function deliver(world: World, eventId: string): void {
  const event = world.state.events.get(eventId)
  if (!event || !world.appOrigin()) return
  const rule = takeRule(world, event.type)
  const once = (manner?: DeliveryOptions) => begin(world, () => attempt(world, event, manner))
  switch (rule?.mode) {
    case 'duplicate':
      once()
      once()
      break
    case 'triplicate':
      once()
      once()
      once()
      break
    case 'late':
      event.attempts = 1
      world.schedule({ atMs: world.nowMs() + rule.delayMs, kind: 'deliver', id: eventId })
      break
    case 'reorder':
      event.attempts = 1
      world.state.held.push(eventId)
      world.schedule({ atMs: world.nowMs() + HELD_MS, kind: 'deliver', id: eventId })
      break
    case 'drop':
      event.attempts = RETRY_DELAYS_MS.length
      break
    case 'bad_signature':
      once({ badSignature: true })
      break
    case 'old_timestamp':
      once({ timestampAgeSeconds: OLD_SECONDS })
      break
    default:
      once()
  }
}
