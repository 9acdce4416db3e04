import { randomBytes } from 'node:crypto'
import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { creatorNetworks } from '../store/creator-networks.ts'
import { workflowEnv } from '../testing/start-verification.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(verification, { env: workflowEnv, clock })

test('lists only the creator’s own accounts, oldest first', async () => {
  const [me, other] = [app.as(person('creator')), app.as(person('creator'))]
  expect((await me.get('/accounts')).body).toEqual({
    items: [],
    limitPerNetwork: 3,
    networks: ['instagram', 'tiktok', 'youtube'].map((network) => ({ network, attemptsLeft: 10, attemptsLimit: 10 })),
  })
  for (const username of ['zoe', 'lea']) {
    await me.post('/accounts', { network: 'tiktok', username })
    await other.post('/accounts', { network: 'tiktok', username: `other.${username}` })
    clock.advance({ seconds: 1 })
  }
  const { body } = await me.get('/accounts')
  expect(body.items.map(({ username }: { username: string }) => username)).toEqual(['zoe', 'lea'])
  expect(body.items[0].code).toMatch(/^[A-HJ-NP-Z2-9]{7}$/)
})

test('offers a connection only as a proof while the workflow reads the network', async () => {
  const secrets = { YOUTUBE_CLIENT_SECRET: randomBytes(32).toString('hex'), ACCESS_KEY: randomBytes(32).toString('base64url') }
  const env = { ...workflowEnv, YOUTUBE_CLIENT_ID: 'reelfair', ...secrets }
  const connectable = await startService(verification, { env, clock })
  const { networks } = (await connectable.as(person('creator')).get('/accounts')).body
  expect(networks.map(({ connect }: { connect?: string }) => connect)).toEqual([undefined, undefined, 'verifies'])
})

test('shows a bio code for 24 hours', async () => {
  const me = app.as(person('creator'))
  const { code } = (await me.post('/accounts', { network: 'tiktok', username: 'lea' })).body
  clock.advance({ hours: 24, ms: -1 })
  expect((await me.get('/accounts')).body.items[0].code).toBe(code)
  clock.advance({ ms: 1 })
  expect((await me.get('/accounts')).body.items[0]).not.toHaveProperty('code')
})

test('uses an index to find accounts and creator networks', async () => {
  const { id: creatorId } = person('creator')
  expect(await accounts.explain(app.context(), { creatorId })).not.toContain('COLLSCAN')
  expect(await creatorNetworks.explain(app.context(), { creatorId })).not.toContain('COLLSCAN')
})
