import type { Refusal } from '@reelfair/contracts'
import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { spooled } from './spool.ts'

/** Somebody who sends a byte and then nothing until told to end. */
function slowSender(whose: string) {
  const { promise: ends, resolve: end } = Promise.withResolvers<void>()
  async function* body() {
    yield Buffer.from('a')
    await ends
    yield Buffer.from('b')
  }
  const outcome = spooled(whose, body(), async ({ bytes }) => bytes).catch((error: unknown) => (error as Refusal).code)
  return { end, outcome }
}

test('slow senders of one brand take two places and no more; others send meanwhile, until all places are taken', async () => {
  const slow = times(8, () => slowSender('one'))
  expect(await Promise.all(slow.slice(2).map(({ outcome }) => outcome))).toEqual(times(6, () => 'too_many_requests'))
  const others = ['two', 'two', 'three', 'three', 'four', 'four'].map(slowSender)
  expect(await slowSender('five').outcome).toBe('unavailable')
  for (const { end } of [...slow, ...others]) end()
  expect(await Promise.all([...slow.slice(0, 2), ...others].map(({ outcome }) => outcome))).toEqual(times(8, () => 2))
  // Their places are free again.
  const again = slowSender('one')
  again.end()
  expect(await again.outcome).toBe(2)
})
