import { createSecretKey } from 'node:crypto'
import { Readable } from 'node:stream'
import { AccessRequested } from '@reelfair/contracts'
import { keyFor, newSecret, unseal } from '@reelfair/service-kit'
import { expect, test } from 'vitest'
import { startConnecting } from '../testing/start-connecting.ts'
import { renewDueAccess } from '../use-cases/renew-access.ts'
import { revokeNextConsent } from '../use-cases/revoke-consent.ts'
import { resealGrants } from './reseal-grants.ts'

const { app, clock, env, connected, consentsOf } = await startConnecting()

const contextWith = (presentKey: string, formerKey = '') => {
  const context = app.context()
  const tokens = createSecretKey(presentKey, 'base64url')
  const accessKeys = { ...context.ports.accessKeys, tokens, grants: keyFor(tokens, 'verification: grants') }
  return { ...context, ports: { ...context.ports, accessKeys, standardInput: Readable.from([`${formerKey}\n`]) } }
}
const run = (formerKey: string, presentKey: string) => resealGrants.run({}, contextWith(presentKey, formerKey))

test('keeps connections working after a rotation, passes the tokens on again, and can run twice', async () => {
  const { id, externalId } = await connected('tiktok')
  const next = newSecret()
  expect(await run(env.ACCESS_KEY, next)).toBe('Re-encrypted 1, already encrypted with the present key 0, unreadable 0.')
  expect(await run(env.ACCESS_KEY, next)).toBe('Re-encrypted 0, already encrypted with the present key 1, unreadable 0.')
  expect(await run(newSecret(), newSecret())).toContain('unreadable 1')
  const tokens = await app.emitted('access.renewed')
  expect(tokens.map(({ version }) => version)).toEqual([1, 2])
  const [consent] = await consentsOf(externalId)
  expect(unseal(tokens[1].sealedToken, createSecretKey(next, 'base64url'))).toBe(consent?.accessToken)
  clock.advance({ days: 30 })
  await renewDueAccess(contextWith(next))
  expect((await app.emitted('access.renewed')).at(-1)).toMatchObject({ accountId: id, version: 3 })
  expect(await run(next, env.ACCESS_KEY)).toContain('Re-encrypted 1')
  await app.deliver(AccessRequested.of({ accountId: id }))
  expect((await app.emitted('access.renewed')).at(-1)).toMatchObject({ accountId: id, version: 4 })
})

test('re-encrypts consents that are still to be revoked, so that the network revokes them', async () => {
  const { creator, id, externalId } = await connected('youtube')
  expect((await app.as(creator).del(`/accounts/${id}/connection`)).status).toBe(204)
  const next = newSecret()
  expect(await run(env.ACCESS_KEY, next)).toMatch(/^Re-encrypted [1-9]/)
  expect(await revokeNextConsent(contextWith(next))).toBe(true)
  expect(await consentsOf(externalId)).toEqual([])
})

test('rejects text that is not a key', async () => {
  await expect(run('x', env.ACCESS_KEY)).rejects.toThrow('not an ACCESS_KEY')
})
