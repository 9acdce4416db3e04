import { expect, test } from 'vitest'
import { guardCalls } from './guard-calls.ts'
import { SocialFault, type SocialFaultKind } from './provider.ts'

const MINUTE = 60_000
const fine = async () => 'fine'
const failing = (kind: SocialFaultKind, retryAfterMs?: number) => async () => {
  throw new SocialFault(kind, { retryAfterMs })
}

function guarded(options: Parameters<typeof guardCalls>[0] = {}) {
  let now = 1_000
  const guard = guardCalls({ openAfter: 2, openMs: 5_000, now: () => now, ...options })
  const outcome = (work: () => Promise<string>, cost?: { bucket?: string; units?: number }) =>
    guard.call(work, cost).catch(({ kind, retryAfterMs }: SocialFault) => ({ kind, retryAfterMs }))
  return {
    guard,
    outcome,
    wait: (ms: number) => {
      now += ms
    },
  }
}

test('refuses a call above the budget until the oldest call leaves the window', async () => {
  const { outcome, wait } = guarded({ budget: { units: 3, windowMs: MINUTE } })
  expect(await outcome(fine)).toBe('fine')
  wait(10_000)
  expect(await outcome(fine, { units: 2 })).toBe('fine')
  expect(await outcome(fine)).toEqual({ kind: 'rate_limited', retryAfterMs: 50_000 })
  wait(49_999)
  expect(await outcome(fine)).toEqual({ kind: 'rate_limited', retryAfterMs: 1 })
  wait(1)
  expect(await outcome(fine)).toBe('fine')
  expect(await outcome(fine)).toMatchObject({ kind: 'rate_limited' })
})

test('counts each bucket separately', async () => {
  const { outcome } = guarded({ budget: { units: 1, windowMs: MINUTE } })
  expect(await outcome(fine, { bucket: 'list' })).toBe('fine')
  expect(await outcome(fine, { bucket: 'list' })).toMatchObject({ kind: 'rate_limited' })
  expect(await outcome(fine, { bucket: 'query' })).toBe('fine')
})

test('makes no call while the network has asked to wait', async () => {
  const { outcome, wait } = guarded()
  expect(await outcome(failing('rate_limited', 7_000))).toEqual({ kind: 'rate_limited', retryAfterMs: 7_000 })
  let calls = 0
  const counted = async () => String(++calls)
  wait(6_999)
  expect(await outcome(counted)).toEqual({ kind: 'rate_limited', retryAfterMs: 1 })
  expect(calls).toBe(0)
  wait(1)
  expect(await outcome(counted)).toBe('1')
})

test('opens after repeated outages and lets a single call through', async () => {
  const { outcome, wait } = guarded()
  for (const kind of ['server_error', 'timed_out'] as const) expect(await outcome(failing(kind))).toMatchObject({ kind })
  expect(await outcome(fine)).toEqual({ kind: 'rate_limited', retryAfterMs: 5_000 })
  wait(5_000)
  const probe = Promise.withResolvers<string>()
  const probing = outcome(() => probe.promise)
  expect(await outcome(fine)).toMatchObject({ kind: 'rate_limited' })
  probe.resolve('back')
  expect(await probing).toBe('back')
  expect(await outcome(fine)).toBe('fine')
})

test('stays open while the call that it lets through fails', async () => {
  const { outcome, wait } = guarded()
  for (let call = 0; call < 2; call += 1) await outcome(failing('unreachable'))
  wait(5_000)
  expect(await outcome(failing('unreachable'))).toMatchObject({ kind: 'unreachable' })
  expect(await outcome(fine)).toEqual({ kind: 'rate_limited', retryAfterMs: 5_000 })
})

test.each(['not_found', 'needs_consent', 'refused', 'unreadable'] as const)('does not count %s as an outage', async (kind) => {
  const { outcome } = guarded()
  await outcome(failing('server_error'))
  expect(await outcome(failing(kind))).toMatchObject({ kind })
  await outcome(failing('server_error'))
  expect(await outcome(fine)).toBe('fine')
})
