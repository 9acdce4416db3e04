/** Limits one app's calls to one network: a quota budget, pauses that the network requests, a circuit breaker. */
import { SocialFault, type SocialFaultKind } from './provider.ts'

export interface GuardOptions {
  /** Units that each bucket may spend within any window of this length. */
  readonly budget?: { readonly units: number; readonly windowMs: number }
  /** Number of consecutive faults after which the breaker opens. */
  readonly openAfter?: number
  /** Milliseconds until an open breaker lets one call through, whose outcome closes it or keeps it open. */
  readonly openMs?: number
  /** Monotonic time in milliseconds. */
  readonly now?: () => number
}

export interface CallGuard {
  /**
   * Makes the call, or refuses it.
   * @param cost Units and bucket that the network charges; by default one unit of a common bucket
   * @throws SocialFault `rate_limited` with the time until the next call may succeed, without making the call
   */
  call<Result>(work: () => Promise<Result>, cost?: { readonly bucket?: string; readonly units?: number }): Promise<Result>
  /** Refuses all calls for this long, for example because the network reports that its limit is near. */
  pauseFor(ms: number): void
}

const OPEN_AFTER = 5
const OPEN_MS = 30_000
/** These faults suggest that the network is down. Others are answers. */
const OUTAGES: readonly SocialFaultKind[] = ['server_error', 'unreachable', 'timed_out']

interface Spending {
  readonly calls: { readonly atMs: number; readonly units: number }[]
  units: number
}

const refuse = (waitMs: number): never => {
  throw new SocialFault('rate_limited', { retryAfterMs: Math.max(1, Math.ceil(waitMs)) })
}

/** @example const guard = guardCalls({ budget: { units: 10_000, windowMs: 86_400_000 } }) */
export function guardCalls({
  budget,
  openAfter = OPEN_AFTER,
  openMs = OPEN_MS,
  now = () => performance.now(),
}: GuardOptions = {}): CallGuard {
  const spendings = new Map<string, Spending>()
  let pausedUntil = 0
  let outages = 0
  let isProbing = false

  function spend(bucket: string, units: number): void {
    if (!budget) return
    const spending = spendings.get(bucket) ?? { calls: [], units: 0 }
    spendings.set(bucket, spending)
    for (let [oldest] = spending.calls; oldest && oldest.atMs <= now() - budget.windowMs; [oldest] = spending.calls) {
      spending.units -= oldest.units
      spending.calls.shift()
    }
    const [oldest] = spending.calls
    if (oldest && spending.units + units > budget.units) refuse(oldest.atMs + budget.windowMs - now())
    spending.units += units
    spending.calls.push({ atMs: now(), units })
  }

  const pauseFor = (ms: number) => {
    pausedUntil = Math.max(pausedUntil, now() + ms)
  }

  function note(error: unknown): void {
    if (!(error instanceof SocialFault) || error.kind === 'cancelled') return
    if (error.kind === 'rate_limited') {
      pauseFor(error.retryAfterMs ?? openMs)
      return
    }
    outages = OUTAGES.includes(error.kind) ? outages + 1 : 0
    if (outages >= openAfter) pauseFor(openMs)
  }

  return {
    pauseFor,
    async call(work, { bucket = '', units = 1 } = {}) {
      if (pausedUntil > now()) refuse(pausedUntil - now())
      const isProbe = outages >= openAfter
      if (isProbe && isProbing) refuse(openMs)
      spend(bucket, units)
      isProbing ||= isProbe
      try {
        const result = await work()
        outages = 0
        return result
      } catch (error) {
        note(error)
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}
