import { expect, test } from 'vitest'
import { afterRenewalFault, countCall, ended, isRefusedForGood, newGrant, renewed } from './grant.ts'

const at = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const grant = { network: 'tiktok' as const, ...newGrant(0, 'sealed', at) }
const fault = (kind: 'needs_consent' | 'rate_limited' | 'refused' | 'server_error' | 'timed_out', retryAfterMs?: number) => ({
  kind,
  retryAfterMs,
})
const times = { dueSince: at, now: at }

test('counts each token and each end as a new version', () => {
  const versions = [grant, renewed(grant, 'new', at), ended(grant, 'network', at), newGrant(7, 'sealed', at)]
  expect(versions.map(({ accessVersion }) => accessVersion)).toEqual([1, 2, 2, 8])
})

test('removes the token and the renewal at the end, and the end when the creator connects again', () => {
  const over = ended(grant, 'creator', later(5))
  expect(over).toMatchObject({ endedBy: 'creator', endedAt: later(5), sealedGrant: undefined, renewDueAt: undefined })
  expect({ ...over, ...newGrant(2, 'again', later(9)) }).toMatchObject({ endedBy: undefined, endedAt: undefined, since: later(9) })
})

test('takes a refusal for a removal, unless an earlier response was lost and the network replaces tokens', () => {
  const again = countCall(countCall(grant))
  expect(afterRenewalFault(countCall(grant), fault('needs_consent'), times)).toEqual({ endedBy: 'network' })
  expect(afterRenewalFault(again, fault('needs_consent'), times)).toEqual({ endedBy: 'interrupted' })
  expect(afterRenewalFault({ ...again, network: 'youtube' }, fault('needs_consent'), times)).toEqual({ endedBy: 'network' })
})

test.each([
  ['rate_limited', 0],
  ['refused', 0],
  ['server_error', 1],
  ['timed_out', 1],
] as const)('retries after %s, which leaves %i unknown calls', (kind, unknownCalls) => {
  expect(afterRenewalFault(countCall(grant), fault(kind), times)).toMatchObject({ retry: { unknownCalls } })
})

test.each([
  [0, undefined, 10_000],
  [60_000, undefined, 60_000],
  [86_400_000, undefined, 300_000],
  [0, 20_000, 20_000],
  [0, 3_600_000, 3_600_000],
])('pauses after %i ms of outage, with a requested pause of %s ms, for %i ms', (outage, requested, pause) => {
  const now = later(outage)
  expect(afterRenewalFault(grant, fault('rate_limited', requested), { dueSince: at, now })).toMatchObject({
    retry: { renewDueAt: new Date(now.getTime() + pause) },
  })
})

test('gives up a refused token only on Instagram, within a day', () => {
  const day = 86_400_000
  expect(isRefusedForGood(grant, at)).toBe(false)
  expect(isRefusedForGood({ ...grant, network: 'instagram' }, later(day - 1))).toBe(true)
  expect(isRefusedForGood({ ...grant, network: 'instagram' }, later(day))).toBe(false)
})
