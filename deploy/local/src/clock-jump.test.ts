import { times } from '@reelfair/testkit'
import { freePort } from '@reelfair/testkit/engines'
import { expect, onTestFinished, test } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { sandboxClient, visit } from './market/visitor.ts'
import { startLocal } from './start-local.ts'

const DAY_MS = 86_400_000
/** Number of one-day jumps. Must be below 14, because a session ends after 14 idle days. */
const JUMPS = 12
const PATHS = ['/identity/session', '/campaigns/campaigns', '/payouts/credits', '/metrics/readings/latest', '/partnerships/invitations']

test('responds to every request while the clock jumps', { timeout: 240_000 }, async () => {
  const { folder, leave } = ownFolder('clock-jump')
  onTestFinished(leave)
  const local = await startLocal({ folder, port: await freePort(), web: noPages })
  onTestFinished(() => local.stop())
  const [brand] = local.signIns.filter(({ email }) => email.startsWith('brand@'))
  const dana = await visit(local.url, brand?.email ?? '', brand?.password ?? '')

  const refused: unknown[] = []
  const state = { isOver: false }
  const keepAsking = async () => {
    while (!state.isOver) for (const path of PATHS) await dana.get(path).catch((error: unknown) => refused.push(error))
  }
  const callers = times(8, keepAsking)
  for (const _ of times(JUMPS, () => 0)) {
    await sandboxClient(local.sandbox.url).post('/_sandbox/clock', { advanceMs: DAY_MS })
    for (const path of PATHS) await dana.get(path).catch((error: unknown) => refused.push(error))
  }
  state.isOver = true
  await Promise.all(callers)
  expect(refused).toEqual([])
})
